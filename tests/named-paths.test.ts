import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './support/source.ts';

const everything = globSync('{domain,codegen,src,server,tests,bench,openapi,schemas,locales,docs,public,generated}/**/*', { cwd: root });
/** Every file by its path, and by what that ends with: `domain/json.ts`, `json.ts`. */
const names = new Set(
  [...everything, ...globSync('*', { cwd: root })].flatMap((path) => path.split('/').map((_, from, all) => all.slice(from).join('/'))),
);

/** `src/api/choose.ts`, `schemas/values/<value>.yaml`, `locales/{zh,en}/form.json`, and files by their name alone. */
const PATH =
  /(?<![\w./@#~-])(?:domain|codegen|src|server|tests|bench|openapi|schemas|locales|docs|public|generated)\/[\w./{}<>*,-]+[\w/>}*]/g;
const FILE = /(?<![\w./<>{}*~#@-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|ya?ml|css)(?![\w/-])/g;
/** What the how-to makes as an example. */
const EXAMPLE = /circuit-vendor|vendor-rank|their-openapi|^their(?:\.overlay)?\.yaml$|^scrape\.yaml$/;

function missingIn(text: string): string[] {
  const paths = [...text.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => globSync(path.replaceAll(/<[\w-]+>/g, '*').replace(/\/$/, ''), { cwd: root }).length === 0);
  const files = [...text.matchAll(FILE)].map(([file]) => file).filter((file) => !names.has(file));
  return [...paths, ...files].filter((each) => !EXAMPLE.test(each));
}

test('files and folders that comments name are there', () => {
  expect(sources.flatMap(({ path, comments }) => comments.flatMap(missingIn).map((missing) => `${path}: ${missing}`))).toEqual([]);
});

test('files and folders that the documentation names are there', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  expect(pages.flatMap((page) => missingIn(readFileSync(join(root, page), 'utf8')).map((missing) => `${page}: ${missing}`))).toEqual([]);
});
