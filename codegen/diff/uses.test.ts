import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { usesIn } from './uses.ts';

const root = mkdtempSync(join(tmpdir(), 'uses-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, lines: string[]): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), lines.join('\n'));
}

test('a word of its own is found anywhere, a common one as a name of a property where its screen is named', () => {
  write('server/features/tag/rules/tag.ts', [
    "export const rules: EntityRules<'Tag'> = {",
    "  over: ['remark'],",
    '  remark: (doc) => doc.remark,',
    '  // a remark on the side',
    '  vendorRank: 1,',
    '};',
  ]);
  write('src/screens/other/index.tsx', ["const text = t('remark');", 'const { vendorRank } = row;']);
  const uses = usesIn(root);
  const tag = 'server/features/tag/rules/tag.ts';
  expect(uses(['remark'], 'Tag')).toEqual([`${tag}:2`, `${tag}:3`]);
  expect(uses(['remark'], 'Site')).toEqual([]);
  expect(uses(['vendorRank'], 'Site')).toEqual(['src/screens/other/index.tsx:2', `${tag}:5`]);
});
