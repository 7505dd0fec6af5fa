import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { signIn } from '#tests/support/session.ts';
import { arrivalsOn, body, button, field, sites } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const set = stage();
const { enter } = set;
const arrive = arrivalsOn(set);

async function typeInNewTag(page: Page, name: string): Promise<void> {
  await page.goto('/tag');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
}

test('a reference in a table leads to the item it names without a page load', async () => {
  const { page } = await enter();
  await signIn(page);
  await page.goto('/device');
  const link = page.locator('table a[data-internal]').first();
  const address = (await link.getAttribute('href')) ?? '';
  // first the id stands there, then the name
  await expect.poll(() => link.innerText()).not.toBe(address.split('view=')[1]);
  const name = await link.innerText();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await link.click();
  await page.getByRole('dialog', { name }).waitFor();
  expect(page.url().endsWith(address)).toBe(true);
  expect(loads).toBe(0);
});

test('a reference opens in a new tab when asked to', async () => {
  const { page, context } = await enter();
  await signIn(page);
  await page.goto('/device');
  const link = page.locator('table a[data-internal]').first();
  const address = (await link.getAttribute('href')) ?? '';
  // its name is here: nothing moves any more
  await expect.poll(() => link.innerText()).not.toBe(address.split('view=')[1]);
  for (const way of [{ modifiers: ['Control'] }, { button: 'middle' }] as const) {
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click(way as Parameters<typeof link.click>[0])]);
    await tab.close();
    expect(new URL(page.url()).pathname).toBe('/device');
  }
});

test('unsaved changes are asked about once: back, stay, back, leave', async () => {
  const { page } = await enter();
  await signIn(page);
  await typeInNewTag(page, 'e2e-unsaved');
  const question = page.getByRole('alertdialog');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('e2e-unsaved');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).searchParams.has('new')).toBe(false);
});

test('Escape asks before it closes a form, and answers its question with no', async () => {
  const { page } = await enter();
  await signIn(page);
  await typeInNewTag(page, 'e2e-escape');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('e2e-escape');
});

test('a form that is left saves nothing any more, however long its page still stands', async () => {
  const page = await arrive('/site/new?start=officeNetwork');
  await body(page, 'siteInfo').waitFor();
  await field(page, '/name').fill('Left_behind');
  const written: string[] = [];
  page.on('request', (request) => {
    // what is typed is checked as it is typed
    if (request.method() === 'POST' && request.url().includes(sites) && !request.url().includes('dryRun')) written.push(request.url());
  });
  // what the next page is made of takes its time
  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  await page.route(/\/model\/.*address-set\.json/, async (route) => {
    await answered;
    await route.fallback();
  });
  const create = await button(page, 'Create').boundingBox();
  const asked = page.waitForRequest(/\/model\/.*address-set\.json/);
  await page.locator('nav.side-nav a[href="/addressSet"]').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await asked;
  expect(await page.locator('form.wf').count()).toBe(1);
  await page.mouse.click((create?.x ?? 0) + 10, (create?.y ?? 0) + 10);
  // neither by what no pointer is needed for
  await page.locator('form.wf').evaluate((form) => form instanceof HTMLFormElement && form.requestSubmit());
  answer();
  await page.waitForURL((address) => address.pathname === '/addressSet');
  await page.locator('table tbody tr').first().waitFor();
  expect(written).toEqual([]);
});
