import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/support/browser.ts';
import { ForeignModel, isCrud, liveOnce, openSettings } from '#tests/support/foreign-journey.ts';
import { visit, type Visitor } from '#tests/support/page.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';

const shared = resolve(import.meta.dirname, '../../../shared/contracts');
/** `ONLY=Group,Peer` goes through these alone; THOROUGH=1 through every page of all three contracts, which takes ten minutes. */
const thorough = process.env['THOROUGH'] === '1';
const only = process.env['ONLY']?.split(',');

/** What stands for the rest: rows below others, names of their own, either of two, ids of two paths, queries that a list needs. */
const contracts = [
  { file: 'netbird.yml', title: 'NetBird REST API', least: 26, sample: ['SetupKey', 'NetworkRouter', 'Integration', 'Policy'] },
  { file: 'unifi.yaml', title: 'UniFi Network Application API', least: 39, sample: ['NetworkMembersGroup', 'SettingNtp'] },
  { file: 'clerk.yaml', title: 'Clerk Backend API', least: 13, sample: ['OrganizationMembership', 'SAMLConnection', 'ApiKey', 'Instance'] },
];
const isWanted = (name: string, sample: string[]): boolean => only?.includes(name) ?? (thorough || sample.includes(name));

/** A server for each contract: of the largest, what is made of it takes seconds. */
const servers = new Map<string, Promise<{ server: RunningServer; folder: string }>>();
afterAll(async () => {
  for (const { server, folder } of await Promise.all(servers.values())) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function served(file: string): Promise<{ server: RunningServer; folder: string }> {
  const running = servers.get(file) ?? serve(file);
  servers.set(file, running);
  return running;
}

async function serve(file: string): Promise<{ server: RunningServer; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-foreign-'));
  return { server: await startServer({ CONTRACT: join(shared, file), DATA_DIR: folder }), folder };
}

/** The console's own files; everything else that a page asks is a call. */
const isFile = (path: string): boolean =>
  /^\/(?:$|assets\/|model\/|r\/|form\/|config\.json|boot\.js|favicon|foreign\/token|manifest|fonts\/|[\w-]+\.(?:js|css|svg|png|ico))/.test(
    path,
  );

describe.skipIf(!existsSync(shared)).each(contracts)('$file, served as a product', ({ file, title, least, sample }) => {
  let foreign: ForeignModel;
  let visitor: Visitor;
  const called = new Set<string>();

  beforeAll(async () => {
    const { server, folder } = await served(file);
    foreign = new ForeignModel(join(folder, 'contracts', readdirSync(join(folder, 'contracts'))[0] ?? ''));
    visitor = await visit(await sharedBrowser(), { url: server.url });
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!isFile(pathname)) called.add(`${request.method().toLowerCase()} ${pathname}`);
    });
  });
  afterAll(() => visitor?.close());

  test('has its own title, and lets in by every way that it describes', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('heading', { name: title }).waitFor();
    const ways = await page.locator('select[name=way] option').count();
    for (let way = 0; way < Math.max(ways, 1); way++) {
      if (way > 0) {
        await page.evaluate(() => sessionStorage.clear());
        await page.goto('/');
        await page.getByRole('heading', { name: title }).waitFor();
      }
      if (ways > 1) await page.locator('select[name=way]').selectOption(String(way));
      for (const input of await page.locator('.login-scheme input').all()) await input.fill('anything');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('navigation').first().waitFor();
    }
    expect(await page.title()).toContain(title);
    expect(await page.locator('body').innerText()).not.toMatch(/WAN Console|中文/);
  });

  test('lists, creates, edits and deletes on every page that can', { timeout: 900_000 }, async () => {
    const pages = foreign.resources().filter(isCrud);
    const crud = pages.filter(({ name }) => isWanted(name, sample));
    const wrong: string[] = [];
    for (const resource of crud) {
      await liveOnce(visitor.page, foreign, resource).catch((error: unknown) =>
        wrong.push(`${resource.name}: ${String(error).slice(0, 700)}`),
      );
    }
    console.log([`${file}: ${crud.length - wrong.length} of ${crud.length} pages`, ...wrong].join('\n'));
    expect(wrong).toEqual([]);
    expect(pages.length).toBeGreaterThanOrEqual(least);
  });

  test('every settings page shows its document and opens its form', { timeout: 900_000 }, async () => {
    const settings = foreign.resources().filter((resource) => resource.settings && isWanted(resource.name, sample));
    const wrong: string[] = [];
    for (const resource of settings)
      await openSettings(visitor.page, foreign, resource).catch((error: unknown) =>
        wrong.push(`${resource.name}: ${String(error).slice(0, 500)}`),
      );
    expect(wrong).toEqual([]);
  });

  test.skipIf(!thorough)('every page and every form of a call opens', { timeout: 900_000 }, async () => {
    const { page } = visitor;
    const wrong: string[] = [];
    for (const { path } of foreign.model.navigation) {
      await page.goto(path);
      const heading = page.locator('main h1').first();
      await heading.waitFor().catch(() => wrong.push(`${path}: no heading`));
      if ((await page.locator('main .app-error').count()) > 0) wrong.push(`${path}: ${await page.locator('main').innerText()}`);
    }
    expect(wrong).toEqual([]);
  });

  test('asked nothing that the contract does not declare', () => {
    const strange = [...called].filter((each) => {
      const [method = '', path = ''] = each.split(' ');
      return !path.startsWith('/backend/') || !foreign.declares(method, path.slice('/backend'.length));
    });
    expect(strange).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });
});

describe.skipIf(!existsSync(shared))('rows below others', () => {
  let visitor: Visitor;

  beforeAll(async () => {
    const { server } = await served('netbird.yml');
    visitor = await visit(await sharedBrowser(), { url: server.url });
    await visitor.page.goto('/');
    await visitor.page.locator('.login-scheme input').first().fill('anything');
    await visitor.page.getByRole('button', { name: 'Log in' }).click();
    await visitor.page.getByRole('navigation').first().waitFor();
  });
  afterAll(() => visitor?.close());

  test('a parent is opened, picked, remembered and shown as breadcrumb; what stands below it are tabs of its page', async () => {
    const { page } = visitor;
    const made = await page.request.post('/backend/api/dns/zones', {
      headers: { authorization: 'Bearer x' },
      data: { name: 'Harbour', domain: 'harbour.example', enabled: true, enable_search_domain: false, distribution_groups: [] },
    });
    expect(made.status()).toBe(200);
    await page.goto('/r/zone');
    await page.getByRole('tab', { name: 'DNS records' }).waitFor();
    await page.getByRole('link', { name: 'Harbour' }).first().click();
    await page.getByRole('navigation', { name: 'Belongs to this' }).getByRole('link', { name: 'DNS records' }).click();
    const crumbs = page.getByRole('navigation', { name: 'You are here' });
    await crumbs.getByRole('link', { name: 'Harbour' }).waitFor();
    await crumbs.getByText('DNS records').waitFor();
    // the tab of the parents, and back: the same parent is chosen again
    await page.getByRole('tab', { name: 'Zones' }).click();
    await crumbs.getByRole('link', { name: 'Harbour' }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'DNS records' }).click();
    await crumbs.getByRole('link', { name: 'Harbour' }).waitFor();
    // somebody who never looked at one picks it from its list
    await page.evaluate(() => sessionStorage.removeItem('wan.parents'));
    await page.goto('/r/zone?tab=DNSRecord');
    await page.getByRole('combobox', { name: 'Zone' }).click();
    await page
      .getByRole('option', { name: 'Harbour' })
      .or(page.locator('.ant-select-item-option', { hasText: 'Harbour' }))
      .last()
      .click();
    await crumbs.getByRole('link', { name: 'Harbour' }).waitFor();
    expect(new URL(page.url()).searchParams.get('p.zoneId')).not.toBeNull();
    expect(visitor.problems).toEqual([]);
  });

  test('a description in Markdown is drawn', async () => {
    const { page } = visitor;
    await page.goto('/r/agent-network-policy?new=1');
    await page.getByRole('switch', { name: 'Limits' }).check();
    await page.locator('.wf-help code', { hasText: 'group_cap' }).first().waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
