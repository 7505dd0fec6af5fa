import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

import { generate } from '#codegen/generate.ts';
import { pagesOf } from '#tests/support/foreign-pages.ts';

const root = resolve(import.meta.dirname, '..');
const shared = resolve(root, '../shared/contracts');
const document = readFileSync(join(root, 'docs/foreign-contracts.md'), 'utf8');

/** What stands under a heading of the second level, line by line. */
function linesUnder(heading: string): string[] {
  const section = document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n');
}

/** The cells of the table rows among lines; of what leads rows only the place is written in code. */
function rowsOf(lines: readonly string[]): string[][] {
  return lines
    .filter((line) => /^\| .*\| `\//.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' |')
        .map((cell) => cell.trim()),
    );
}

describe.skipIf(!existsSync(shared))('docs/foreign-contracts.md', () => {
  test.each([
    ['NetBird', 'netbird.yml'],
    ['UniFi Network', 'unifi.yaml'],
    ['Clerk', 'clerk.yaml'],
  ])('says of %s what is made of it, and counts what was judged', { timeout: 60_000 }, async (heading, file) => {
    const pages = pagesOf(await generate(root, join(shared, file)));
    const lines = linesUnder(heading);
    const rows = rowsOf(lines);
    expect(rows.map((cells) => cells.slice(0, -1))).toEqual(pages.rows.map(({ cells }) => cells));
    const said = (start: string): string[] =>
      lines
        .find((line) => line.startsWith(start))
        ?.slice(start.length)
        .replace(/\.$/, '')
        .split(', ') ?? [];
    expect(said('Settings, one document each: ')).toEqual(pages.settings);
    expect(said('Forms, because they belong to no list: ')).toEqual(pages.forms);
    const all = rows.length + pages.settings.length;
    const chosen = all - rows.filter((cells) => cells.at(-1) !== '').length;
    const share = Math.round((chosen / all) * 100);
    expect(document).toContain(
      `](#${heading.toLowerCase().replace(' ', '-')}) | ${all} | ${chosen} (${share} %) | ${pages.forms.length} |`,
    );
    expect(share).toBeGreaterThanOrEqual(95);
  });
});
