import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describeChanges } from '../diff.ts';
import { generate } from '../generate.ts';
import type { ListedResource, Resource, ResourceForms } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';

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
const shown = <T>(name: string): T => JSON.parse(git('show', `${base}:openapi/ui-model/${name}`)) as T;
const before = new Map(
  names
    .filter((name) => !name.endsWith('.form.json'))
    .map((name) => {
      const forms = name.replace('.json', '.form.json');
      // before it was parted a resource was one file
      if (!names.includes(forms)) return shown<Resource>(name);
      return wholeOf(shown<ListedResource>(name), shown<ResourceForms>(forms));
    })
    .map((resource) => [resource.name, resource]),
);
const { built } = await generate(root, join(root, 'openapi/openapi.yaml'));
const lines = describeChanges(before, new Map(built.resources.map(({ resource }) => [resource.name, resource])));
console.log(lines.length === 0 ? `Nothing changes on screen against ${base}.` : [`# On screen, against ${base}`, '', ...lines].join('\n'));
