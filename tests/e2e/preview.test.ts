import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Example } from '#cells/cell.ts';
import { firstAndLast } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const root = join(import.meta.dirname, '../..');
const modules = import.meta.glob<{ examples?: Example[] }>(
  ['/src/cells/*.tsx', '/src/controls/**/*.tsx', '/src/filters/*.tsx', '!/src/**/*.test.tsx'],
  { eager: true },
);
const { enter } = stage();

/** What the registries hand out: the files that they name. */
const registries = { cells: ['registry.ts', 'single.ts'], controls: ['registry.ts'], filters: ['registry.ts'] };
const registered = Object.entries(registries).flatMap(([room, files]) =>
  files.flatMap((file) => {
    const text = readFileSync(join(root, 'src', room, file), 'utf8');
    return [...text.matchAll(/'(?:#(controls)|\.)\/([\w/-]+\.tsx)'/g)].map((match) => `/src/${match[1] ?? room}/${match[2]}`);
  }),
);
const widgets = [...new Set(registered)];

test('every registered widget, filter and cell has examples', () => {
  expect(widgets.length).toBeGreaterThan(30);
  expect(widgets.filter((file) => !modules[file]?.examples?.length)).toEqual([]);
});

/** Each language and each theme once; by night every language in either theme. */
const looks = [
  { language: 'zh', dark: true },
  { language: 'zh', dark: false },
  { language: 'en', dark: true },
  { language: 'en', dark: false },
] as const;

describe.each([...firstAndLast(looks)])('the preview in $language, dark: $dark', ({ language, dark }) => {
  test('shows every example, names every control and has no serious finding', async () => {
    const { page } = await enter({ language, dark });
    await signIn(page, 'viewer@demo.example');
    await page.goto('/preview');
    await page.getByRole('heading', { level: 1, name: language === 'zh' ? '控件预览' : 'Widget preview' }).waitFor();
    // those that come with code of their own
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('.wf-pending') === null);
    const shown = await page
      .locator('.preview-grid > div')
      .evaluateAll((parts) => parts.map((part) => part.firstElementChild?.textContent ?? ''));
    const names = Object.values(modules).flatMap((module) => (module.examples ?? []).map(({ name }) => name));
    expect(shown.toSorted()).toEqual(names.toSorted());
    // what a cell is an example of is drawn by it, not written out
    const drawn = await page.locator('section.preview').first().locator('.preview-grid > div').allInnerTexts();
    expect(drawn.filter((text) => text.includes('{"'))).toEqual([]);
    expect(await page.locator('.wc-spark path').count()).toBe(2);
    expect(
      await page
        .locator('#sidebar')
        .getByRole('link', { name: /控件预览|Widget preview/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
  });
});

test('a file above 1 MB is refused where it is chosen, one of exactly 1 MB is taken', async () => {
  const { page } = await enter();
  await signIn(page, 'viewer@demo.example');
  await page.goto('/preview');
  const file = page.locator('.preview-grid > div').filter({ has: page.getByText('file', { exact: true }) });
  const choose = (bytes: number): Promise<void> =>
    file
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes) });
  await choose(1_048_577);
  await file.getByText('The file is too large, at most 1 MB').waitFor();
  await choose(1_048_576);
  await file.getByText('logo.bin (1 MB)').waitFor();
});
