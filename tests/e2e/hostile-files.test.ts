import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { hostileFiles, many } from '#import/file/hostile.fixture.ts';
import en from '#locales/en/resource.json' with { type: 'json' };
import zh from '#locales/zh/resource.json' with { type: 'json' };
import { there } from '#tests/support/answers.ts';
import { thorough } from '#tests/support/effort.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const folder = mkdtempSync(join(tmpdir(), 'wan-console-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

declare global {
  interface Window {
    longestGap?: number;
  }
}

/** What the product promises: the page answers within this time, whatever file was chosen. */
const FREEZES_AT_MOST_MS = 1000;

/** The worst of the hostile files, each in its own way, and the sentence that tells why. */
const worst = {
  '10,000 columns': 'tooMany',
  'a million columns': 'tooMany',
  '16 MB of separators': 'tooMany',
  'eight million empty rows': 'tooMany',
  'zero bytes': 'notText',
  'a million rows': 'tooMany',
  'a million rows without numbers': 'tooMany',
  'two million cells without places': 'tooMany',
  '200,000 attributes in one tag': 'broken',
  '100,000 elements in one another': 'broken',
  '200 MB of zeros': 'tooLarge',
} as const;

const languages = {
  zh: { open: '导入', label: 'XLSX 或 CSV 文件', sentences: zh.import.refused, read: zh.import.rows },
  en: { open: 'Import', label: 'XLSX or CSV file', sentences: en.import.refused, read: en.import.rows },
} as const;

let written = 0;
/** A file of the disk: bytes that come over the wire would keep the page busy by themselves. */
function fileOf(bytes: ArrayBuffer): string {
  const path = join(folder, `${++written}.${new Uint8Array(bytes)[0] === 0x50 ? 'xlsx' : 'csv'}`);
  writeFileSync(path, new Uint8Array(bytes));
  return path;
}

describe.each(thorough ? (['zh', 'en'] as const) : (['zh'] as const))('hostile files in %s', (language) => {
  test('are told in a sentence, and none keeps the page from drawing for a second', async () => {
    const { open, label, sentences, read } = languages[language];
    const { page } = await enter({ language });
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('button', { name: open, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(label).waitFor();
    await page.evaluate(() => {
      let last = performance.now();
      const drawn = (): void => {
        const now = performance.now();
        window.longestGap = Math.max(window.longestGap ?? 0, now - last);
        last = now;
        requestAnimationFrame(drawn);
      };
      requestAnimationFrame(drawn);
    });
    const gaps: Record<string, number> = {};
    const choose = async (what: string, bytes: ArrayBuffer, sentence: string): Promise<void> => {
      await page.evaluate(() => void (window.longestGap = 0));
      await dialog.getByLabel(label).setInputFiles(fileOf(bytes));
      await dialog.getByText(sentence).waitFor({ timeout: 30_000 });
      // a gap ends with the frame after it
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      gaps[what] = await page.evaluate(() => window.longestGap ?? Infinity);
    };
    for (const [what, refusal] of Object.entries(worst)) {
      const [, make] = there(hostileFiles.find(([name]) => name === what));
      await choose(what, make(), sentences[refusal]);
    }
    // and the largest that is allowed is taken in
    const row = `${many(10, (index) => String(index), ',')}\n`;
    await choose('100,000 rows', new TextEncoder().encode(row.repeat(100_000)).buffer, read.replace('{{count}}', '99999'));
    expect(Object.entries(gaps).filter(([, gap]) => gap >= FREEZES_AT_MOST_MS)).toEqual([]);
  });
});
