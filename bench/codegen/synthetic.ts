import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pascalCase } from '#codegen/names.ts';

const suffixes = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** Path files that describe the one system and its context, not things that there are many kinds of. */
const single = ['session', 'platform', 'system', 'company'];

/** Our own contract in a temporary folder, its entities multiplied until it has at least so many operations. */
export function syntheticContract(root: string, operations: number): { folder: string; operations: number } {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-bench-'));
  for (const part of ['openapi', 'schemas', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
  const contract = join(folder, 'openapi/openapi.yaml');
  const original = readFileSync(contract, 'utf8');
  const rows = original.split('\n').filter((row) => row.startsWith('  /'));
  const entities = namesIn(join(folder, 'schemas/entities'));
  const files = namesIn(join(folder, 'openapi/paths')).filter((name) => !single.includes(name));
  const added: string[] = [];
  let count = operationsOf(folder, namesIn(join(folder, 'openapi/paths')));
  for (const suffix of suffixes) {
    copyEntities(folder, entities, suffix);
    for (const file of files) {
      if (count >= operations) break;
      copyPaths(folder, file, entities, suffix);
      count += operationsOf(folder, [file]);
      added.push(
        ...rows
          .filter((row) => row.includes(`paths/${file}.yaml#`))
          .map((row) => row.replace('/api/', `/api/${suffix}/`).replace(`paths/${file}.yaml`, `paths/${file}-${suffix}.yaml`)),
      );
    }
  }
  writeFileSync(contract, original.replace('\npaths:\n', `\npaths:\n${added.join('\n')}\n`));
  return { folder, operations: count };
}

function copyEntities(folder: string, entities: string[], suffix: string): void {
  for (const name of entities) {
    const text = readFileSync(join(folder, `schemas/entities/${name}.yaml`), 'utf8');
    writeFileSync(join(folder, `schemas/entities/${name}-${suffix}.yaml`), renamed(text, entities, suffix));
    const labels = join(folder, 'locales/zh/entities');
    if (namesIn(labels).includes(name)) cpSync(join(labels, `${name}.json`), join(labels, `${name}-${suffix}.json`));
  }
}

function copyPaths(folder: string, file: string, entities: string[], suffix: string): void {
  const text = readFileSync(join(folder, `openapi/paths/${file}.yaml`), 'utf8');
  const own = renamed(text, entities, suffix).replaceAll(/operationId: (\w+)/g, `operationId: $1${pascalCase(suffix)}`);
  writeFileSync(join(folder, `openapi/paths/${file}-${suffix}.yaml`), own);
}

/** References to entities by file, by row schema and by resource in `op` point to the copies; other references stay. */
function renamed(text: string, entities: string[], suffix: string): string {
  const more = pascalCase(suffix);
  const kinds = entities.map(pascalCase).join('|');
  return text
    .replaceAll(new RegExp(`(entities/|['"]\\./)(${entities.join('|')})\\.yaml`, 'g'), `$1$2-${suffix}.yaml`)
    .replaceAll(new RegExp(`\\b(row: ['"]?)(${kinds})\\b`, 'g'), `$1$2${more}`)
    .replaceAll(new RegExp(`\\b(op: ['"]?)(${kinds})#`, 'g'), `$1$2${more}#`);
}

function operationsOf(folder: string, files: string[]): number {
  return files.reduce((sum, file) => {
    const text = readFileSync(join(folder, `openapi/paths/${file}.yaml`), 'utf8');
    return sum + (text.match(/^\s+operationId:/gm)?.length ?? 0);
  }, 0);
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => basename(name).replace(/\.(?:yaml|json)$/, ''));
}
