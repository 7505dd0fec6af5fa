import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describeChanges } from '../diff.ts';
import { generate } from '../generate.ts';
import type { Resource } from '#domain/model.ts';

/** npm run contract:diff -- BASE: what the working tree's contract changes on screen against a commit, as Markdown. */
const root = resolve(import.meta.dirname, '../..');
const base = process.argv[2];
if (base === undefined) {
  console.error('Name the commit to compare with: npm run contract:diff -- main');
  process.exit(1);
}
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const names = git('ls-tree', '--name-only', `${base}:openapi/ui-model`)
  .split('\n')
  .filter((name) => name.endsWith('.json') && name !== 'index.json');
const before = new Map(
  names.map((name) => JSON.parse(git('show', `${base}:openapi/ui-model/${name}`)) as Resource).map((resource) => [resource.name, resource]),
);
const { built } = await generate(root, join(root, 'openapi/openapi.yaml'));
const lines = describeChanges(before, new Map(built.resources.map(({ resource }) => [resource.name, resource])));
console.log(lines.length === 0 ? `Nothing changes on screen against ${base}.` : [`# On screen, against ${base}`, '', ...lines].join('\n'));
