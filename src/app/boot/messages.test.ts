import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = (language: string): string => `${import.meta.dirname}/../../../locales/${language}`;
const namespaces = (language: string): string[] => readdirSync(folder(language)).filter((name) => name.endsWith('.json'));

type Tree = { [key: string]: string | Tree };

/** `{a: {b: 'x {{n}}'}}` as `['a.b {{n}}']`: keys with the parameters that their message takes, however each language writes them. */
function shape(tree: Tree, path = ''): string[] {
  return Object.entries(tree)
    .flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[path + key, ...[...value.matchAll(/\{\{([^},]+)\}\}/g)].map(([, name]) => `{{${name}}}`).toSorted()].join(' ')]
        : shape(value, `${path}${key}.`),
    )
    .toSorted();
}

const read = (language: string, file: string): Tree => JSON.parse(readFileSync(`${folder(language)}/${file}`, 'utf8')) as Tree;

test.each(namespaces('en'))('%s says the same in both languages', (file) => {
  expect(shape(read('zh', file))).toEqual(shape(read('en', file)));
});

/** Names and units that Chinese writes as they are. */
const names = new Set(['RSRP', 'SINR', 'CPU', 'Apdex', 'WAN Console', 'English', 'WiFi', 'DIA', 'bps', 'kbps', 'Mbps']);

test.each(namespaces('zh'))('%s is in Chinese', (file) => {
  const texts = (tree: Tree): string[] => Object.values(tree).flatMap((each) => (typeof each === 'string' ? [each] : texts(each)));
  const words = texts(read('zh', file)).map((text) => text.replaceAll(/\{\{[^}]*\}\}/g, '').trim());
  expect(words.filter((text) => /\p{L}/u.test(text) && !/\p{Script=Han}/u.test(text) && !names.has(text))).toEqual([]);
});

test('both languages have the same files', () => {
  expect(namespaces('zh')).toEqual(namespaces('en'));
});

/** Everything that may name a message. */
const root = join(import.meta.dirname, '../../..');
const source = ['src', 'domain', 'server', 'codegen', 'schemas']
  .flatMap((name) => globSync(`${name}/**/*.{ts,tsx,yaml}`, { cwd: root }))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');
const quoted = new Set([...source.matchAll(/(?:['"`]|code: )((?:\w+:)?[\w.-]+)/g)].map((match) => (match[1] ?? '').replace(/^\w+:/, '')));
/** `t(\`mode.${each}\`)` uses every key that begins and ends so. */
const patterns = [...source.matchAll(/`((?:\w+:)?[\w.-]*(?:\$\{[^}]*\}[\w.-]*)+)`/g)]
  .map((match) => (match[1] ?? '').replace(/^\w+:/, ''))
  .filter((text) => /^[\w-]+\./.test(text))
  .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.%-]+')}$`));

function keys(tree: Tree, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [path + key] : keys(value, `${path}${key}.`)));
}

test.each(namespaces('zh'))('%s has no sentence that nobody says', (file) => {
  const unused = keys(read('zh', file))
    .map((key) => key.replace(/_(one|other)$/, ''))
    .filter((key) => !quoted.has(key) && !patterns.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});
