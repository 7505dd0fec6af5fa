import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { asObject } from '#domain/json.ts';
import { portOf } from '#tests/support/answers.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { document } from '#tests/support/foreign-contract.ts';
import { visit } from '#tests/support/page.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

let folder: string;
let backend: Server;
let server: RunningServer;
let browser: Browser;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-servers-'));
  backend = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${(request.url ?? '').split('?', 1)[0] ?? ''}`);
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: [{ id: 1, name: 'Pier' }], total: 1, zone: 'UTC' }));
  });
  await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${portOf(backend)}`;
  const contract = join(folder, 'tides.json');
  const paths = asObject(document['paths']);
  writeFileSync(
    contract,
    JSON.stringify({
      ...document,
      servers: [
        { url: `${address}/cloud`, description: 'Hosted' },
        {
          url: `${address}/{site}/{stage}/v2`,
          description: 'At a site',
          variables: {
            site: { default: 'north', description: 'Site' },
            stage: { default: 'live', enum: ['live', 'test'], description: 'Stage' },
          },
        },
      ],
      paths: {
        ...paths,
        '/station': {
          ...asObject(paths['/station']),
          servers: [{ url: `${address}/stations/{stage}`, variables: { stage: { default: 'live' } } }],
        },
      },
    }),
  );
  [server, browser] = await Promise.all([startServer({ CONTRACT: contract, DATA_DIR: folder, API_URL: 'servers' }), sharedBrowser()]);
});
afterAll(async () => {
  await server?.stop();
  backend?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a server is chosen with its variables where one logs in, and calls keep its base path', async () => {
  const visitor = await visit(browser, { url: server.url });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Tide gauges' }).waitFor();
  expect(await page.locator('select[name=server] option').allInnerTexts()).toEqual([
    expect.stringContaining('Hosted (http'),
    expect.stringContaining('At a site (http'),
  ]);
  expect(await page.locator('[name="server stage"]').count()).toBe(0);
  await page.locator('select[name=server]').selectOption('1');
  expect(await page.locator('[name="server site"]').inputValue()).toBe('north');
  await page.locator('[name="server site"]').fill('');
  for (const input of await page.locator('.login-scheme input').all()) await input.fill('k');
  await page.getByRole('button', { name: 'Log in' }).click();
  expect(await page.getByRole('alert').first().innerText()).not.toBe('');
  expect(asked).toEqual([]);
  await page.locator('[name="server site"]').fill('south');
  await page.locator('[name="server stage"]').selectOption('test');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.goto('/r/gauge');
  await page.getByText('Pier').first().waitFor();
  await page.goto('/r/station');
  await page.getByText('UTC').first().waitFor();
  expect(asked).toContain('GET /south/test/v2/gauges/');
  expect(asked).toContain('GET /stations/test/station');
  expect(asked.filter((each) => !/^GET \/(south\/test\/v2|stations\/test)\//.test(each))).toEqual([]);

  // another tab's reload goes on where one logged in
  asked.length = 0;
  await page.reload();
  await page.getByText('UTC').first().waitFor();
  expect(asked).toContain('GET /stations/test/station');
  await visitor.close();
});
