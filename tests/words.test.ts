import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '#domain/json.ts';
import { root, sources } from './support/source.ts';

/** Words that docs/architecture.md has a standard term for: the left column of its last table. */
const refused = new Set(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8')
      .split('| never | but |')[1]!
      .matchAll(/^\| ([^|-][^|]*) \|/gm),
  ].flatMap(([, words = '']) => words.split(',').map((word) => word.trim())),
);

/** `tellAll`, `TOLD_ONCE` and `post-queue` in the words that they are made of, and as they stand. */
function wordsOf(name: string): string[] {
  const plain = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[^A-Za-z\d]+/g, ' ');
  const words = plain.trim().toLowerCase().split(' ');
  return [...words, words.join(' ')];
}

function isRefused(name: string): boolean {
  return wordsOf(name).some((word) => refused.has(word));
}

function identifiers(path: string, text: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...(key === 'examples' ? [] : keysIn(entry))]);
}

test('names in a row are joined as the reader’s language does, not by a comma of ours', () => {
  const joined = sources.filter(({ path, text }) => path.startsWith('src/') && !path.includes('.test.') && text.includes(".join(', ')"));
  expect(joined.map(({ path }) => path)).toEqual([]);
});

test('the table names words', () => {
  expect([...refused]).toEqual(expect.arrayContaining(['sight', 'judges', 'givable', 'told']));
  expect(['judgesOf', '#tell', 'MOST_TOLD', 'post-queue'].filter(isRefused)).toHaveLength(4);
});

test('no file and no identifier is named by a word that a standard term stands for', () => {
  const product = sources.filter(({ path }) => /^(src|server|domain|codegen)\//.test(path) && !path.includes('.test.'));
  expect(
    product.flatMap(({ path, text }) => [path, ...identifiers(path, text)].filter(isRefused).map((name) => `${path}: ${name}`)),
  ).toEqual([]);
});

test('no key of the contract or of the sentences is', () => {
  const files = globSync(['openapi/*.yaml', 'openapi/paths/*.yaml', 'schemas/**/*.yaml', 'locales/**/*.json'], { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const wrong = files.flatMap((path) => {
    const content: unknown = parse(readFileSync(join(root, path), 'utf8'), { merge: true, maxAliasCount: -1 });
    return [path, ...keysIn(content)].filter(isRefused).map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});
