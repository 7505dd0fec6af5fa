import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { answer, json, ref } from '#tests/support/foreign-contract.ts';
import { visit, type Visitor } from '#tests/support/page.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const text: Json = { type: 'string' };
const integer: Json = { type: 'integer' };
const ids: Json = { type: 'array', items: integer, minItems: 1 };
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const object = (properties: Record<string, Json>, ...required: string[]): Json => ({ type: 'object', properties, required });
const sends = (schema: Json): object => ({ requestBody: { required: true, ...Object(json(schema)) } });

/** Buoys are listed page by page in two orders, lit together and taken in together; gulls are only counted, and have no id. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Fairway', version: '1' },
  paths: {
    '/buoys': {
      get: {
        parameters: [
          query('limit', integer),
          query('offset', integer),
          query('order', { type: 'string', enum: ['name', '-name'] }),
          query('include_total', { type: 'boolean' }),
          query('include_sunk', { type: 'boolean' }),
        ],
        responses: { '200': answer(object({ total: integer, buoys: { type: 'array', items: ref('Buoy') } }, 'total', 'buoys')) },
      },
      post: { ...sends(ref('Buoy')), responses: { '201': answer(ref('Buoy')) } },
      delete: { summary: 'Take in several', ...sends(object({ ids }, 'ids')), responses: { '204': { description: 'Gone' } } },
    },
    '/gulls': { get: { responses: { '200': answer({ type: 'array', items: ref('GullCount') }) } } },
    '/buoys/{id}': {
      get: { responses: { '200': answer(ref('Buoy')) } },
      delete: { responses: { '204': { description: 'Gone' } } },
    },
    '/buoys/light': {
      patch: {
        summary: 'Light several',
        ...sends(object({ buoy_ids: ids, colour: { type: 'string', enum: ['red', 'green'] } }, 'buoy_ids', 'colour')),
        responses: { '204': { description: 'Done' } },
      },
    },
  },
  components: {
    schemas: {
      GullCount: object({ pier: text, day: text, gulls: integer }, 'pier', 'day', 'gulls'),
      Buoy: object({ id: { ...Object(integer), readOnly: true }, name: text, colour: text, depth: integer }, 'id', 'name'),
    },
  },
};

let folder: string;
let server: RunningServer;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-several-'));
  const contract = join(folder, 'fairway.json');
  writeFileSync(contract, JSON.stringify(document));
  [server, browser] = await Promise.all([startServer({ CONTRACT: contract, DATA_DIR: folder }), sharedBrowser()]);
  visitor = await visit(browser, { url: server.url });
  ({ page } = visitor);
  for (const name of ['North', 'East', 'South', 'West']) {
    const made = await page.request.post('/backend/buoys', { data: { name, depth: name.length } });
    expect(made.status()).toBe(201);
  }
  await page.goto('/r/buoy');
  const login = page.getByRole('button', { name: 'Log in' });
  await login.or(rows()).first().waitFor();
  if (await login.isVisible()) await login.click();
  await page.goto('/r/buoy');
  await rows().nth(3).waitFor();
});
afterAll(async () => {
  await visitor?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows = () => page.locator('main tbody tr');
const sent = (method: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && request.url().includes('/backend/'));
async function select(...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
}

test('a list is sorted by what it has an order for, as it spells it; what adds to its answer is no filter', async () => {
  const heads = page.getByRole('columnheader');
  expect(await heads.filter({ has: page.getByRole('button') }).allInnerTexts()).toEqual(['Name']);
  for (const order of ['name', '-name']) {
    const [asked] = await Promise.all([page.waitForRequest(/\/backend\/buoys\?/), heads.getByRole('button', { name: 'Name' }).click()]);
    expect(new URL(asked.url()).searchParams.get('order')).toBe(order);
  }
  await page.waitForFunction(() => globalThis.document.querySelector('main tbody tr')?.textContent?.includes('West'));
  expect(await page.getByLabel('Include sunk').count()).toBeGreaterThan(0);
  expect(await page.getByLabel('Include total').count()).toBe(0);
});

test('what is done to several rows by their ids is asked for the rest alone, and is one call', async () => {
  await select('North', 'South');
  await page.getByRole('toolbar').getByRole('button', { name: 'Light several' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Colour').first().waitFor();
  expect(await drawer.getByText(/buoy ids/i).count()).toBe(0);
  await drawer.locator('[data-pointer="/colour"]').getByRole('radio', { name: 'green' }).check();
  await drawer.getByRole('button', { name: 'Next' }).click();
  await drawer.getByText('Run “Light several” on these items (2)?').waitFor();
  const [call] = await Promise.all([sent('PATCH'), drawer.getByRole('button', { name: 'Light several' }).click()]);
  expect([new URL(call.url()).pathname, call.postDataJSON()]).toEqual(['/backend/buoys/light', { buoy_ids: [1, 3], colour: 'green' }]);
  await drawer.waitFor({ state: 'hidden' });
});

test('several are deleted by the call that takes several, one by the call on it', async () => {
  await page.goto('/r/buoy');
  await rows().nth(3).waitFor();
  await select('North', 'East', 'South');
  const toolbar = page.getByRole('toolbar');
  expect(await toolbar.getByRole('button', { name: 'Take in several' }).count()).toBe(0);
  await toolbar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('3');
  const [call] = await Promise.all([sent('DELETE'), dialog.getByRole('button', { name: 'Delete' }).click()]);
  expect([new URL(call.url()).pathname, call.postDataJSON()]).toEqual(['/backend/buoys', { ids: [1, 2, 3] }]);
  await dialog.waitFor({ state: 'hidden' });
  await rows().nth(1).waitFor({ state: 'detached' });
  await toolbar.waitFor({ state: 'detached' });
  await rows().first().getByRole('button', { name: 'Delete' }).click();
  const [one] = await Promise.all([sent('DELETE'), dialog.getByRole('button', { name: 'Delete' }).click()]);
  expect(new URL(one.url()).pathname).toBe('/backend/buoys/4');
  expect(visitor.problems).toEqual([]);
});

test('rows without an id are told apart by several properties: each is shown, and opens as itself', async () => {
  const counted = [
    { pier: 'North', day: 'Monday', gulls: 7 },
    { pier: 'North', day: 'Tuesday', gulls: 8 },
    { pier: 'South', day: 'Tuesday', gulls: 9 },
  ];
  await page.route('**/backend/gulls', (route) => route.fulfill({ json: counted }));
  await page.goto('/r/gull-count');
  await rows().nth(2).waitFor();
  const addresses = await rows()
    .locator('a[data-open]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(addresses).size).toBe(3);
  for (const { day, gulls } of counted.slice(0, 2)) {
    await rows().filter({ hasText: day }).filter({ hasText: 'North' }).locator('a[data-open]').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(day).first().waitFor();
    expect(await drawer.innerText()).toContain(String(gulls));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  }
  expect(visitor.problems).toEqual([]);
});
