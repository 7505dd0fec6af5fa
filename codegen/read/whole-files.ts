import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isNode, LineCounter, parse, parseDocument } from 'yaml';
import { BuildError, type Finding } from '../build-error.ts';
import { asObject } from '#domain/json.ts';
import { faultOf } from './source.ts';

/** Files beside the contract that are wholly ours, each with a schema of its name in `schemas/vocabulary/`. */
export const wholeFiles = ['navigation', 'permissions', 'approved-changes'];

/** Checks them as they were written, so that a mistake is reported with its line. */
export function checkWholeFiles(root: string): void {
  const findings = wholeFiles.flatMap((name) => findingsIn(root, name));
  if (findings.length > 0) throw new BuildError(findings);
}

function findingsIn(root: string, name: string): Finding[] {
  const [file, schema] = [`openapi/${name}.yaml`, join(root, `schemas/vocabulary/${name}.yaml`)];
  if (!existsSync(join(root, file)) || !existsSync(schema)) return [];
  const counter = new LineCounter();
  const document = parseDocument(readFileSync(join(root, file), 'utf8'), { lineCounter: counter, merge: true });
  const [broken] = document.errors;
  if (broken)
    return [
      {
        file,
        line: broken.linePos?.[0].line,
        message: `This is not YAML: ${broken.message.split('\n')[0]}`,
        remedy: 'Mend the syntax; quote texts that hold a colon, comma or bracket.',
      },
    ];
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  const check = ajv.compile(asObject(parse(readFileSync(schema, 'utf8'))));
  if (check(document.toJS())) return [];
  return (check.errors ?? []).slice(0, 3).map((error) => {
    const node = document.getIn(error.instancePath.split('/').slice(1).map(unescaped), true);
    const line = isNode(node) && node.range ? counter.linePos(node.range[0]).line : undefined;
    return { file, line, pointer: error.instancePath, ...faultOf(name, name, error) };
  });
}

function unescaped(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
}
