import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { BuildError, type Finding } from '../build-error.ts';
import { asObject } from '#domain/json.ts';
import { Remembered } from '../remembered.ts';
import type { Files } from './files.ts';
import { faultOf } from './source.ts';

/** Files beside the contract that are wholly ours, each with the name of its schema in `schemas/vocabulary/`. */
export const wholeFiles: Record<string, string> = {
  navigation: 'navigation',
  permissions: 'permissions',
  'approved-changes': 'approved-changes',
  problems: 'problems',
  'service-codes': 'problems',
};

/** Checks them as they were written, so that a mistake is reported with its line. */
export function checkWholeFiles(root: string, files: Files): void {
  const findings = Object.entries(wholeFiles).flatMap(([name, vocabulary]) => {
    const [file, schema] = [join(root, `openapi/${name}.yaml`), join(root, `schemas/vocabulary/${vocabulary}.yaml`)];
    if (!existsSync(file) || !existsSync(schema)) return [];
    return found.of(files.memory, name, [files.text(file), files.text(schema)], () => findingsIn(files, { name, file, schema }));
  });
  if (findings.length > 0) throw new BuildError(findings);
}

const found = new Remembered<Finding[]>();

/** By the quick parser first: only a file with a mistake is parsed again for the places in it. */
function findingsIn(files: Files, { name, file: path, schema }: { name: string; file: string; schema: string }): Finding[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  const check = ajv.compile(asObject(files.yaml(schema)));
  if (isRight(files, path, check)) return [];
  const file = `openapi/${name}.yaml`;
  const counter = new LineCounter();
  const document = parseDocument(files.text(path), { lineCounter: counter, merge: true });
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
  if (check(document.toJS())) return [];
  return (check.errors ?? []).slice(0, 3).map((error) => {
    const node = document.getIn(error.instancePath.split('/').slice(1).map(unescaped), true);
    const line = isNode(node) && node.range ? counter.linePos(node.range[0]).line : undefined;
    return { file, line, pointer: error.instancePath, ...faultOf(name, name, error) };
  });
}

function isRight(files: Files, path: string, check: ValidateFunction): boolean {
  try {
    return check(files.yaml(path));
  } catch {
    return false;
  }
}

function unescaped(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
}
