import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = (language: string): string => `${import.meta.dirname}/../../locales/${language}`;
const namespaces = (language: string): string[] => readdirSync(folder(language)).filter((name) => name.endsWith('.json'));

type Tree = { [key: string]: string | Tree };

/** `{a: {b: 'x {{n}}'}}` as `['a.b {{n}}']`: keys with the parameters that their sentence takes. */
function shape(tree: Tree, path = ''): string[] {
  return Object.entries(tree)
    .flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[path + key, ...[...value.matchAll(/\{\{[^}]+\}\}/g)].map(String).toSorted()].join(' ')]
        : shape(value, `${path}${key}.`),
    )
    .toSorted();
}

const read = (language: string, file: string): Tree => JSON.parse(readFileSync(`${folder(language)}/${file}`, 'utf8')) as Tree;

test.each(namespaces('en'))('%s says the same in both languages', (file) => {
  expect(shape(read('zh', file))).toEqual(shape(read('en', file)));
});

test('both languages have the same files', () => {
  expect(namespaces('zh')).toEqual(namespaces('en'));
});
