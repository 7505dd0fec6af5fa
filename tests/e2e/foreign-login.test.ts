import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { asObject, type JsonObject } from '#domain/json.ts';
import { portOf } from '#tests/support/answers.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { document } from '#tests/support/foreign-contract.ts';
import { nextVisit, type Visitor } from '#tests/support/page.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { follow } from '#tests/support/work-place.ts';

const SECRET = 'k3y; "of" 100 % & more';
const HIDDEN = [SECRET, encodeURIComponent(SECRET), new URLSearchParams([['k', SECRET]]).toString().slice(2), 'minted'];

type Seen = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
const seen: Seen[] = [];
/** Tokens that were given out, and those that are over. */
let minted = 0;
let over = '';
let browser: Browser;
let backend: Server;
let folder: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  folder = mkdtempSync(join(tmpdir(), 'wan-console-login-'));
  backend = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://backend');
      seen.push({ method: request.method ?? '', url, headers: request.headers, body });
      const known = over === '' || request.headers.authorization !== over;
      response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
      const token = url.pathname === '/oauth/token' ? { access_token: `minted${++minted}`, expires_in: 300 } : {};
      const gauge = { id: 1, name: 'Pier' };
      response.end(JSON.stringify({ ...gauge, data: [gauge], total: 1, zone: 'UTC', up: true, ...token }));
    });
  });
  await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  backend?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(name: string, contract: JsonObject): Promise<RunningServer> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(contract));
  return startServer({
    CONTRACT: file,
    DATA_DIR: join(folder, name),
    API_URL: `http://127.0.0.1:${portOf(backend)}`,
    // whatever the server could say of a call stands in its output
    LOG_LEVEL: 'trace',
  });
}

const calls = (path: string): Seen[] => seen.filter(({ url }) => url.pathname === path);

describe('who logs in by a scheme of the document', () => {
  let server: RunningServer;
  let visitor: Visitor;
  const asked: string[] = [];

  beforeAll(async () => {
    server = await serve('tides', document);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    seen.length = 0;
    asked.length = 0;
    over = '';
    visitor = await nextVisit(browser, { url: server.url });
    visitor.page.on('request', (request) => asked.push(request.url()));
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { name: 'Tide gauges' }).waitFor();
  });
  afterEach(() => visitor.close());

  async function logIn(way: string, values: string[]): Promise<void> {
    const { page } = visitor;
    await page.locator('select[name=way]').selectOption({ label: way });
    const inputs = await page.locator('.login-scheme input').all();
    expect(inputs).toHaveLength(values.length);
    for (const [index, input] of inputs.entries()) await input.fill(values[index] ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation').first().waitFor();
    await follow(page, '/r/gauge');
    await page.getByText('Pier').first().waitFor();
  }

  const basic = Buffer.from(`opérateur:${SECRET}`, 'utf8').toString('base64');
  test.each<[string, string[], (call: Seen) => unknown, unknown]>([
    ['key', [SECRET], ({ headers }) => headers['x-tide-key'], SECRET],
    ['bearer', [SECRET], ({ headers }) => headers.authorization, `Bearer ${SECRET}`],
    ['basic', ['opérateur', SECRET], ({ headers }) => headers.authorization, `Basic ${basic}`],
    ['query', [SECRET], ({ url }) => url.searchParams.get('tide_key'), SECRET],
    ['cookie', [SECRET], ({ headers }) => headers.cookie, 'tide=k3y%3B%20%22of%22%20100%20%%20&%20more'],
    ['client', ['me', SECRET], ({ headers }) => /^Bearer minted\d+$/.test(headers.authorization ?? ''), true],
  ])('%s is known to the backend by it, and its secret stands in no address and no log', async (way, values, credential, expected) => {
    await logIn(way, values);
    expect(calls('/v2/gauges/').map(credential)).toEqual(calls('/v2/gauges/').map(() => expected));
    expect(calls('/v2/gauges/').length).toBeGreaterThan(0);
    for (const { headers } of seen) expect(Object.keys(headers).filter((name) => /^x-(?:send|server)/.test(name))).toEqual([]);
    const places = [...asked, visitor.page.url(), server.output()].join('\n');
    expect(HIDDEN.filter((secret) => places.includes(secret))).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  test('a token that is over is made anew, and the page goes on', async () => {
    await logIn('client', ['me', SECRET]);
    const [before] = calls('/v2/gauges/');
    over = before?.headers.authorization ?? '';
    seen.length = 0;
    await visitor.page.goto('/r/station');
    await visitor.page.getByText('UTC').first().waitFor();
    const [refused, again] = calls('/v2/station');
    expect([refused?.headers.authorization, again?.headers.authorization]).toEqual([over, `Bearer minted${minted}`]);
    expect(calls('/oauth/token').map(({ body }) => body)).toEqual(['grant_type=client_credentials&scope=read']);
  });

  test('whoever the backend knows no more logs in again', async () => {
    await logIn('bearer', [SECRET]);
    over = `Bearer ${SECRET}`;
    await visitor.page.goto('/r/station');
    await visitor.page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await visitor.page.evaluate(() => sessionStorage.getItem('wan.credentials'))).toBeNull();
  });

  test('what a header cannot carry is said where it was typed', async () => {
    const { page } = visitor;
    await page.locator('.login-scheme input').fill('密钥');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('X-Tide-Key holds characters that a header cannot carry.').waitFor();
    expect(seen).toEqual([]);
  });
});

describe('a document without a log-in', () => {
  test('is open at once, and nothing is sent that nobody asked for', async () => {
    seen.length = 0;
    const { security: _security, ...open } = document;
    const server = await serve('open', open);
    const visitor = await nextVisit(browser, { url: server.url });
    await visitor.page.goto('/r/gauge');
    await visitor.page.getByText('Pier').first().waitFor();
    expect(calls('/v2/gauges/').flatMap(({ headers }) => [headers.authorization, headers.cookie])).toEqual([undefined, undefined]);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
    await server.stop();
  });
});

describe('headers without which a backend does not answer', () => {
  let server: RunningServer;
  let visitor: Visitor;

  beforeAll(async () => {
    const harbour = { name: 'X-Harbour', in: 'header', required: true, schema: { type: 'string' } };
    const version = { name: 'Tide-Version', in: 'header', required: true, schema: { type: 'string', enum: ['2026-11'] } };
    const reason = { name: 'X-Reason', in: 'header', required: true, schema: { type: 'string' } };
    const paths = asObject(document['paths']);
    const { security: _security, ...open } = document;
    const gauges = asObject(paths['/gauges/']);
    const gauge = asObject(paths['/gauges/{id}/']);
    server = await serve('headers', {
      ...open,
      paths: {
        ...paths,
        '/gauges/': { ...gauges, parameters: [harbour, version], post: { ...asObject(gauges['post']), parameters: [reason] } },
        '/gauges/{id}/': {
          ...gauge,
          parameters: [harbour],
          patch: { ...asObject(gauge['patch']), parameters: [reason] },
          delete: { ...asObject(gauge['delete']), parameters: [reason] },
        },
        '/station': { ...asObject(paths['/station']), parameters: [harbour] },
        '/open': { ...asObject(paths['/open']), parameters: [harbour, reason, { name: 'since', in: 'query', schema: { type: 'string' } }] },
      },
    });
    visitor = await nextVisit(browser, { url: server.url });
  });
  afterAll(async () => {
    await visitor?.close();
    await server?.stop();
  });

  const sent = (path: string): unknown[] => calls(path).map(({ headers }) => headers['x-harbour']);

  test('are asked for before the list, remembered, and sent with every call that needs them', async () => {
    const { page } = visitor;
    seen.length = 0;
    await page.goto('/r/gauge');
    const harbour = page.getByRole('textbox', { name: 'X-Harbour' });
    await harbour.waitFor();
    expect(seen).toEqual([]);
    await harbour.fill('north');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Pier').first().waitFor();
    expect(calls('/v2/gauges/').map(({ headers }) => [headers['x-harbour'], headers['tide-version'], headers['x-reason']])).toEqual([
      ['north', '2026-11', undefined],
    ]);
    await page.goto('/r/station');
    await page.getByText('UTC').first().waitFor();
    expect(sent('/v2/station')).toEqual(['north']);
    expect(await harbour.inputValue()).toBe('north');
    // another one, and what is shown is asked for again
    await harbour.fill('south');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => sent('/v2/station')).toEqual(['north', 'south']);
    expect(visitor.problems).toEqual([]);
  });

  const written = (): unknown[] =>
    seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, headers }) => [method, headers['x-harbour'], headers['x-reason'], headers['tide-version']]);
  const dialog = () => visitor.page.getByRole('dialog');
  const reason = () => dialog().getByRole('textbox', { name: 'X-Reason' });

  test('are asked for in the form of the call that needs them, which is not sent without', async () => {
    const { page } = visitor;
    await follow(page, '/r/gauge?new=1');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Quay');
    await reason().waitFor();
    // what the list behind it was asked with, and what has one value only, is not asked for again
    expect(
      await dialog()
        .getByText(/X-Harbour|Tide-Version/)
        .count(),
    ).toBe(0);
    seen.length = 0;
    const create = dialog().getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await dialog().getByText('This call needs X-Reason. Enter it first.').waitFor();
    expect(written()).toEqual([]);
    await reason().fill('storm');
    await create.click();
    await dialog().waitFor({ state: 'detached' });
    expect(written()).toEqual([['POST', 'south', 'storm', '2026-11']]);
    // the page goes on with the rows that are there now
    await expect.poll(() => calls('/v2/gauges/').filter(({ method }) => method === 'GET').length).toBeGreaterThan(0);
    await page.getByText('Pier').first().waitFor();
  });

  test('are asked for where a row is changed and deleted, with what was entered before', async () => {
    const { page } = visitor;
    await follow(page, '/r/gauge?edit=1');
    await expect.poll(() => reason().inputValue()).toBe('storm');
    expect(await dialog().getByText('X-Harbour').count()).toBe(0);
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Mole');
    // another one, while the form stays as it was filled in
    await reason().fill('repair');
    seen.length = 0;
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(seen.find(({ method }) => method === 'PATCH')?.body).toBe('{"name":"Mole"}');
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await reason().fill('gone');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(written()).toEqual([
      ['PATCH', 'south', 'repair', undefined],
      ['DELETE', 'south', 'gone', undefined],
    ]);
  });

  test('are asked for on the page of a call, and remembered', async () => {
    const { page } = visitor;
    await follow(page, '/form/getOpen');
    // the page before, which asks for the same header, stands until this one is there
    await page.getByRole('button', { name: 'Query' }).waitFor();
    seen.length = 0;
    const field = page.getByRole('textbox', { name: 'X-Reason' });
    expect(await field.inputValue()).toBe('gone');
    await field.fill('calm');
    await page.getByRole('button', { name: 'Query' }).click();
    await page.getByText('"up": true').waitFor();
    expect(calls('/v2/open').map(({ headers }) => [headers['x-harbour'], headers['x-reason']])).toEqual([['south', 'calm']]);
    // Enter right after the last letter sends what stands there
    seen.length = 0;
    await field.fill('haste');
    await field.press('Enter');
    await expect.poll(() => calls('/v2/open').map(({ headers }) => headers['x-reason'])).toEqual(['haste']);
    const since = page.getByRole('textbox', { name: 'Since' });
    await since.fill('dawn');
    await since.press('Enter');
    await expect.poll(() => calls('/v2/open').at(-1)?.url.searchParams.get('since')).toBe('dawn');
    expect(visitor.problems).toEqual([]);
  });
});
