import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { sharedBrowser } from '#tests/support/browser.ts';
import { type DevPlace, startDev } from '#tests/support/dev-place.ts';
import { visit } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';

const TAG = 'schemas/entities/tag.yaml';

// a console that nobody has built comes module by module
vi.setConfig({ testTimeout: 150_000, hookTimeout: 300_000 });

let place: DevPlace;
let browser: Browser;
beforeAll(async () => {
  [place, browser] = await Promise.all([startDev(), sharedBrowser()]);
});
afterAll(async () => {
  await place?.stop();
});

test('what was typed into a form is kept while its contract is edited, as far as it still fits', async () => {
  const visitor = await visit(browser, { url: place.url });
  const { page } = visitor;
  await signIn(page, 'company@demo.example');
  await page.goto('/tag?new=1', { timeout: 60_000 });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').waitFor({ timeout: 60_000 });
  await field('Name').fill('typed name');
  await field('Remark').fill('typed remark');

  const original = place.read(TAG);
  const more = original
    .replace('name: { title: Name,', 'name: { title: Sticker,')
    .replace('\n  remark:', '\n  colour: { title: Colour, description: Of its mark., type: string, maxLength: 9 }\n  remark:');
  expect(more).not.toBe(original);
  place.save(TAG, more);
  await field('Sticker').waitFor({ timeout: 30_000 });
  await field('Colour').waitFor();
  expect([await field('Sticker').inputValue(), await field('Remark').inputValue()]).toEqual(['typed name', 'typed remark']);

  await field('Colour').fill('red');
  place.save(TAG, more.replace(/\n {2}remark: [^\n]*/, '').replaceAll(/, remark\b|\bremark, /g, ''));
  await field('Remark').waitFor({ state: 'detached', timeout: 30_000 });
  expect([await field('Sticker').inputValue(), await field('Colour').inputValue()]).toEqual(['typed name', 'red']);
  expect(place.output()).not.toContain('full-reload');
  await visitor.close();
});

test('a mistake is drawn over the page with file, line and remedy, and goes when it is mended; what was typed is still there', async () => {
  const visitor = await visit(browser, { url: place.url });
  const { page } = visitor;
  await page.goto('/login', { timeout: 60_000 });
  const typed = page.getByRole('textbox').first();
  await typed.fill('somebody', { timeout: 60_000 });
  const original = place.read(TAG);
  const line = original.split('\n').findIndex((each) => each.startsWith('x-ui:')) + 1;
  place.save(TAG, original.replace('columns: [name,', 'colums: [name,'));
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText(`${TAG}:${line}`).first().waitFor({ timeout: 60_000 });
  await overlay.getByText('Did you mean').first().waitFor();
  const onTop = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName);
  expect(onTop).toBe('VITE-ERROR-OVERLAY');
  place.save(TAG, original);
  await overlay.waitFor({ state: 'detached', timeout: 60_000 });
  expect(await typed.inputValue()).toBe('somebody');
  await visitor.close();
});
