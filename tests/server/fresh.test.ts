import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { clientOf, encoded, resultsOf, testServer, type Client, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

const PACKAGE = {
  name: 'Notes',
  platform: 'android',
  packageName: 'com.example.notes',
  version: '1.4.2',
  fileName: 'notes.apk',
  fileSize: 1000,
  sha256: '18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4',
};
const DIRECTORY = {
  name: 'Directory',
  kind: 'radius',
  enable: true,
  timeout: 5,
  server: 'radius.acme.example',
  port: 1812,
  secret: 's3cret',
  retries: 2,
};
const REPORT = {
  name: 'Week',
  period: 'week',
  sendAt: '00:30',
  timeZone: 'Asia/Shanghai',
  contents: ['bandwidth', 'quality', 'availability', 'applications', 'ranking'],
  siteIds: [],
  format: 'csv',
  language: 'en',
  receivers: 'it@acme.example',
  enable: true,
};
const DAY = 24 * 60 * 60 * 1000;
const NAME = 'first@demo.example';
const OWN = 'Own4Password';

let server: TestServer;
let printed: string[];

beforeEach(async () => {
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  server = await testServer({ seed: 'empty' });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.remove();
});

describe('the printed password of a fresh system', () => {
  test('is good for a day; a start after that prints another, whatever the only account is called by then', async () => {
    const first = lastPassword();
    expect((await (await logIn('admin', first)).put('/api/v1/username', { username: NAME })).status).toBe(204);
    server.clock.advance(DAY);
    expect(await attempt(NAME, first)).toMatchObject({ status: 403, body: { code: 'login.password-expired' } });
    await server.restart();
    const second = lastPassword();
    expect(second).not.toBe(first);
    expect(await attempt(NAME, first)).toMatchObject({ status: 401, body: { code: 'login.failed' } });
    expect(await attempt(NAME, second)).toMatchObject({ status: 201 });
    await server.restart();
    expect(lastPassword()).toBe(second);
  });
});

describe('what a fresh system has', () => {
  const own = async (): Promise<Client> => {
    await settle();
    return clientOf(server, String((await attempt(NAME, OWN)).body['token']));
  };

  test('nothing in it is older than it is', async () => {
    const { rows } = await server.services.system.list(server.services.store.spec('SystemConfig'), { skip: 0, limit: 1, whole: true });
    const [config] = rows.map(({ text }) => JSON.parse(text) as { updatedAt?: string });
    expect(Date.parse(config?.updatedAt ?? '')).toBeGreaterThan(server.services.clock.now() - DAY);
  });

  test('every code of the alarm dictionary can be configured', async () => {
    const client = await own();
    const { codes } = answered('getAlertDictionary', (await client.get('/api/v1/alertCodes/dict')).body);
    const rows = resultsOf(await client.get('/api/v1/alarmConfigurations', { query: { limit: '1000' } }));
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row['code']))).toEqual(new Set(codes.map(({ code }) => code)));
    // nobody is told anything before somebody says who
    expect(rows.filter((row) => row['receivers'] !== undefined)).toEqual([]);
    const { etag, body } = await client.get(`/api/v1/alarmConfigurations/${String(rows[0]?.['id'])}`);
    const settable = { groupId: body['groupId'], level: 'minor', duration: 30, enable: true, notices: ['console'] };
    expect((await client.put(`/api/v1/alarmConfigurations/${String(rows[0]?.['id'])}`, settable, { ifMatch: etag })).status).toBe(200);
  });

  test('an account of every type finds a role that it may have', async () => {
    const client = await own();
    const company = String((await client.post('/api/v1/companies', { name: 'First company' })).body['companyId']);
    const channel = String((await client.post('/api/v1/channelTrades', { name: 'First channel' })).body['channelTradeId']);
    const given = { global: { companyList: [company] }, channel: { channelTradeId: channel }, company: { companyId: company } };
    for (const [accountType, more] of Object.entries(given)) {
      const roles = resultsOf(await client.get('/api/v1/roles', { query: { accountType, grantable: 'true' } }));
      expect(roles.length, accountType).toBeGreaterThan(0);
      for (const role of roles) {
        const username = `${String(role['roleId'])}@demo.example`;
        const body = { username, name: 'Somebody', password: OWN, accountType, rolesId: [role['roleId']], ...more };
        expect(await client.post('/api/v1/users', body), username).toMatchObject({ status: 201 });
      }
    }
  });
});

describe('a system that no device is connected to', () => {
  test('invents no result: nothing is delivered, tested, scanned or measured', async () => {
    await settle();
    const boss = async (): Promise<Client> => clientOf(server, String((await attempt(NAME, OWN)).body['token']));
    const client = await boss();
    const company = String((await client.post('/api/v1/companies', { name: 'First company' })).body['companyId']);
    const at = `/api/v1/companies/${company}`;
    expect((await client.post(`${at}/devices`, { sn: 'AR1200-1', model: 'AR1200' })).status).toBe(201);
    const site = await client.post(`${at}/sites`, { name: 'First_site', deployMode: 'gateway', sn: 'AR1200-1' });
    expect(site).toMatchObject({ status: 201, body: { configState: 'undelivered', state: 'CONFIGURED' } });
    // nobody tried it: it is neither reachable nor unreachable
    expect(site.body).not.toHaveProperty('reachability');
    const siteId = site.body['siteId'];
    const none = { status: 409, body: { code: 'network.none' } };
    expect(await client.post(`${at}/diagnosisTasks`, { siteId, kind: 'ping', target: '192.0.2.1' })).toMatchObject(none);
    const packed = await client.post('/api/v1/libraryApps', PACKAGE);
    expect(packed).toMatchObject({ status: 201, body: { scanState: 'pending' } });
    const directory = await client.post(`${at}/thirdPartyAuths`, DIRECTORY);
    expect(directory.status).toBe(201);
    expect(await client.post(`${at}/thirdPartyAuths/${String(directory.body['id'])}/test`)).toMatchObject(none);
    server.clock.advance(600_000);
    await server.services.jobs.runDue();
    const again = await boss();
    expect((await again.get(`${at}/sites/${String(siteId)}`)).body).toMatchObject({ configState: 'undelivered' });
    expect((await again.get(`/api/v1/libraryApps/${String(packed.body['id'])}`)).body).toMatchObject({ scanState: 'pending' });
    const report = await again.post(`${at}/reportConfigs`, REPORT);
    expect(report.status).toBe(201);
    const made = await again.post(`${at}/reportConfigs/${String(report.body['id'])}/generate`);
    expect(made.status).toBe(200);
    await server.services.jobs.runDue();
    const [file] = resultsOf(await again.get(`${at}/reports`));
    const { body } = await again.get(`${at}/reports/${String(file?.['id'])}/file`);
    // no application has a share of a traffic that nobody measured
    expect(String(body['text'])).not.toMatch(/\d %|\d+\.\d/);
    const said = String(body['text']).match(/Nothing was measured in this period: no telemetry configured\./g);
    expect(said).toHaveLength(REPORT.contents.length);
  });
});

/** The first log-in, as its dialogs do it. */
async function settle(): Promise<void> {
  const password = lastPassword();
  expect((await (await logIn('admin', password)).put('/api/v1/username', { username: NAME })).status).toBe(204);
  const [currentPassword, newPassword] = [encoded(NAME, password), encoded(NAME, OWN)];
  const body = { currentPassword, newPassword, newPasswordConfirm: newPassword };
  expect((await (await logIn(NAME, password)).put('/api/v1/password', body)).status).toBe(204);
}

function lastPassword(): string {
  const found = printed.flatMap((text) => /password (\S+)/.exec(text)?.[1] ?? []).at(-1);
  if (found === undefined) throw new Error(`No password was printed:\n${printed.join('')}`);
  return found;
}

function attempt(username: string, password: string) {
  return server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, password) });
}

async function logIn(username: string, password: string): Promise<Client> {
  const { status, body } = await attempt(username, password);
  expect(status).toBe(201);
  return clientOf(server, String(body['token']));
}
