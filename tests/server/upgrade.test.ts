import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, companyOf, COMPANY, GLOBAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

type Row = Record<string, unknown>;

const MINUTE = 60_000;
const VERSION = '9.0.0';
let server: TestServer;
let boss: Client;
let third: string;
let release: string;
let devices: Row[];

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
  third = await newCompany();
  const made = await boss.post('/api/v1/releases', {
    version: VERSION,
    models: ['TEST'],
    rebootMinutes: 1,
    fileName: 'a.bin',
    fileSize: 1000,
    sha256: 'b'.repeat(64),
  });
  release = String(made.body['id']);
  await boss.post(`/api/v1/releases/${release}/publish`);
});
afterAll(() => server.remove());

/** A company whose six devices are all online with an old version. */
async function newCompany(): Promise<string> {
  const made = await boss.post('/api/v1/companies', { name: 'Upgrade test' });
  const company = String(made.body['companyId']);
  for (let index = 0; index < 6; index++) {
    const sn = `TEST-${index}`;
    await boss.post(`/api/v1/companies/${company}/devices`, { sn, model: 'TEST' });
    await boss.post(`/api/v1/companies/${company}/sites`, { name: `Upgrade_${index}`, deployMode: 'gateway', sn });
  }
  devices = resultsOf(await boss.get(`/api/v1/companies/${company}/devices`, { query: { sort: 'sn' } }));
  for (const device of devices)
    await become(String(device['deviceId']), { state: 'ONLINE', reachability: 'reachable', softwareVersion: '5.0.0' });
  return company;
}

/** What a device reports by itself. */
async function become(deviceId: string, values: Record<string, string>): Promise<void> {
  const spec = server.services.store.spec('Device');
  await server.services.system.write(async (tx) => {
    const device = await tx.get(spec, deviceId);
    if (device) await tx.update(spec, device, { ...device.doc, ...values }, device.secret, 'report');
  });
}

const policies = '/api/v1/upgradePolicies';
const ring = (name: string, percent: number): Row => ({ name, by: 'percent', percent });
let number = 0;
const policy = (more: Row = {}): Row => ({
  name: `Policy ${++number}`,
  releaseId: release,
  companyIds: [third],
  rings: [ring('Pilot', 34), ring('Rest', 100)],
  soakMinutes: 10,
  maxFailures: 0,
  ...more,
});
const create = async (more: Row = {}): Promise<string> => {
  const made = await boss.post(policies, policy(more));
  expect([made.status, made.body['errors']]).toEqual([201, undefined]);
  return String(made.body['id']);
};
const act = (id: string, action: string) => boss.post(`${policies}/${id}/${action}`);
const state = async (id: string): Promise<Row> => (await boss.get(`${policies}/${id}`)).body;
const rows = async (id: string): Promise<Row[]> =>
  resultsOf(await boss.get('/api/v1/deviceUpgrades', { query: { policyId: [id], limit: '1000', sort: 'sn' } }));
const versions = async (): Promise<unknown[]> => {
  const now = resultsOf(await boss.get(`/api/v1/companies/${third}/devices`, { query: { sort: 'sn' } }));
  return now.map((device) => device['softwareVersion']);
};
/** Lets time pass in the steps in which the server looks. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10_000) {
    server.clock.advance(Math.min(left, 10_000));
    await server.services.jobs.runDue();
  }
  await enter();
}

/** A session lasts half an hour. */
async function enter(): Promise<void> {
  boss = await server.as(SUPER);
}
async function reset(): Promise<void> {
  for (const device of devices) await become(String(device['deviceId']), { state: 'ONLINE', softwareVersion: '5.0.0' });
}

describe('an upgrade in rings', () => {
  test('the first ring, a rest, the others: the devices really have the version then', async () => {
    const id = await create({ rings: [ring('Pilot', 34), ring('Second', 50), ring('Rest', 100)] });
    expect((await act(id, 'start')).body).toMatchObject({ state: 'running', currentRing: 0, total: 6, waiting: 6 });
    await pass(20_000);
    const first = await rows(id);
    expect(first.map((row) => Number(row['ring'])).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1, 2]);
    expect(first.filter((row) => row['state'] === 'running').map((row) => row['ring'])).toEqual([0, 0, 0]);
    expect(first.filter((row) => row['state'] === 'assigned').map((row) => Number(row['ring']) > 0)).toEqual([true, true, true]);
    await pass(MINUTE);
    expect((await rows(id)).some((row) => Number(row['progress']) > 0 && Number(row['progress']) < 100)).toBe(true);
    await pass(2 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'running', succeeded: 3, waiting: 3, currentRing: 0 });
    expect((await state(id))['ringProgress']).toEqual([
      { name: 'Pilot', total: 3, succeeded: 3, running: 0, waiting: 0, offline: 0, failed: 0, stopped: 0, rolledBack: 0 },
      { name: 'Second', total: 2, succeeded: 0, running: 0, waiting: 2, offline: 0, failed: 0, stopped: 0, rolledBack: 0 },
      { name: 'Rest', total: 1, succeeded: 0, running: 0, waiting: 1, offline: 0, failed: 0, stopped: 0, rolledBack: 0 },
    ]);
    expect((await versions()).filter((version) => version === VERSION)).toHaveLength(3);
    await pass(11 * MINUTE);
    expect(await state(id)).toMatchObject({ currentRing: 1 });
    await pass(3 * MINUTE);
    // the second ring rests as long as the first
    expect(await state(id)).toMatchObject({ state: 'running', currentRing: 1, succeeded: 5, waiting: 1 });
    await pass(12 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'complete', succeeded: 6, failed: 0, waiting: 0 });
    expect(await versions()).toEqual(Array.from({ length: 6 }, () => VERSION));
    const history = await boss.get('/api/v1/history', { query: { resource: 'Device', id: String(devices[0]?.['deviceId']) } });
    expect(resultsOf(history)[0]).toMatchObject({ operation: 'upgradeDevice', actor: 'system' });
    expect(await act(await create(), 'start')).toMatchObject({ status: 409, body: { code: 'upgrade.nothing' } });
    await back(id);
  });

  /** Rolling back gives every device the version that it had. */
  async function back(id: string): Promise<void> {
    expect((await act(id, 'rollBack')).body).toMatchObject({ state: 'rollingBack' });
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'rolledBack' });
    expect(await versions()).toEqual(Array.from({ length: 6 }, () => '5.0.0'));
    expect((await rows(id)).map((row) => [row['direction'], row['state']])).toEqual(
      Array.from({ length: 6 }, () => ['rollBack', 'success']),
    );
  }

  test('one failure more than accepted halts it; failures counted anew, retried, it goes on', async () => {
    await reset();
    const id = await create({ rings: [ring('All', 100)], maxFailures: 0 });
    const broken = String(devices[2]?.['deviceId']);
    await become(broken, { state: 'EXCEPTION' });
    await act(id, 'start');
    await pass(3 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'halted', failed: 1 });
    const failed = (await rows(id)).find((row) => row['deviceId'] === broken);
    expect(failed).toMatchObject({ state: 'failed', error: 'verification', attempts: 1 });
    const path = `/api/v1/deviceUpgrades/${String(failed?.['id'])}`;
    await become(broken, { state: 'ONLINE' });
    expect(await boss.post(`${path}/retry`)).toMatchObject({ status: 200, body: { state: 'pending', progress: 0 } });
    expect(await boss.post(`${path}/retry`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    await pass(MINUTE);
    expect(await state(id)).toMatchObject({ state: 'halted' });
    expect((await act(id, 'resume')).body).toMatchObject({ state: 'running' });
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'complete', failed: 0, succeeded: 6 });
    expect((await boss.get(path)).body).toMatchObject({ state: 'success', attempts: 2 });
    expect(await boss.post(`${path}/rollBack`)).toMatchObject({ status: 200, body: { direction: 'rollBack', toVersion: '5.0.0' } });
    await pass(3 * MINUTE);
    expect((await versions()).filter((version) => version === '5.0.0')).toHaveLength(1);
    expect(await state(id)).toMatchObject({ state: 'complete' });
  });

  test('who is offline is upgraded on return; a held device waits until it is let go', async () => {
    await reset();
    const [away, held] = [String(devices[0]?.['deviceId']), String(devices[1]?.['deviceId'])];
    await become(away, { state: 'OFFLINE' });
    const id = await create({ rings: [ring('All', 100)] });
    await act(id, 'start');
    const row = async (deviceId: string) => (await rows(id)).find((each) => each['deviceId'] === deviceId);
    const path = `/api/v1/deviceUpgrades/${String((await row(held))?.['id'])}`;
    expect((await boss.post(`${path}/pause`)).body).toMatchObject({ paused: true });
    await pass(4 * MINUTE);
    expect(await row(away)).toMatchObject({ state: 'pending', attempts: 0, waitsFor: 'device', ringName: 'All' });
    expect((await state(id))['ringProgress']).toMatchObject([{ waiting: 2, offline: 1 }]);
    expect(await row(held)).toMatchObject({ state: 'assigned', paused: true });
    expect(await state(id)).toMatchObject({ state: 'running', succeeded: 4, waiting: 2 });
    await become(away, { state: 'ONLINE' });
    await boss.post(`${path}/resume`);
    await pass(20_000);
    expect(await row(away)).toMatchObject({ state: 'running' });
    await become(away, { state: 'OFFLINE' });
    await pass(20_000);
    expect(await row(away)).toMatchObject({ state: 'pending' });
    await become(away, { state: 'ONLINE' });
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'complete', succeeded: 6 });
    expect(await row(away)).toMatchObject({ attempts: 2, state: 'success' });
  });

  test('paused, nothing begins; stopped, nothing ever does; only in its window', async () => {
    await reset();
    const id = await create({ concurrency: 2, rings: [ring('All', 100)] });
    await act(id, 'start');
    await pass(20_000);
    expect((await rows(id)).filter((row) => row['state'] === 'running')).toHaveLength(2);
    expect((await act(id, 'pause')).body).toMatchObject({ state: 'paused' });
    await pass(5 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'paused', succeeded: 2, waiting: 4 });
    expect(await boss.delete(`${policies}/${id}`, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'task.active' } });
    expect((await act(id, 'stop')).body).toMatchObject({ state: 'stopped' });
    await pass(5 * MINUTE);
    expect((await rows(id)).filter((row) => row['state'] === 'stopped')).toHaveLength(4);
    expect((await versions()).filter((version) => version === VERSION)).toHaveLength(2);
    const later = await create({ rings: [ring('All', 100)], windowStart: '03:00', windowEnd: '04:00', timezone: 'UTC' });
    await act(later, 'start');
    await pass(5 * MINUTE);
    expect((await rows(later)).every((row) => row['state'] === 'assigned')).toBe(true);
    await pass(3 * 60 * MINUTE);
    expect(await state(later)).toMatchObject({ state: 'complete' });
  });

  test('rolled back in the middle, every device is counted as what became of it', async () => {
    await reset();
    const id = await create({ concurrency: 2, rings: [ring('All', 100)] });
    await act(id, 'start');
    await pass(20_000);
    expect(await state(id)).toMatchObject({ total: 6, succeeded: 0, running: 2, waiting: 4, failed: 0, stopped: 0, rolledBack: 0 });
    await pass(2 * MINUTE);
    expect(await state(id)).toMatchObject({ succeeded: 2, running: 2, waiting: 2 });
    expect((await act(id, 'rollBack')).body).toMatchObject({
      state: 'rollingBack',
      total: 6,
      succeeded: 0,
      running: 0,
      waiting: 2,
      failed: 0,
      stopped: 4,
      rolledBack: 0,
    });
    await pass(4 * MINUTE);
    const after = { total: 6, succeeded: 0, running: 0, waiting: 0, failed: 0, stopped: 4, rolledBack: 2 };
    expect(await state(id)).toMatchObject({ state: 'rolledBack', ...after, ringProgress: [{ name: 'All', ...after, offline: 0 }] });
    expect(
      (await rows(id)).map((row) => `${String(row['direction'])} ${String(row['state'])}`).toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([...Array.from({ length: 2 }, () => 'rollBack success'), ...Array.from({ length: 4 }, () => 'upgrade stopped')]);
    expect(await versions()).toEqual(Array.from({ length: 6 }, () => '5.0.0'));
  });

  test('stopped, nothing is counted as waiting any more; a rollback that is stopped leaves its devices upgraded', async () => {
    await reset();
    const id = await create({ concurrency: 2, rings: [ring('All', 100)] });
    await act(id, 'start');
    await pass(20_000);
    expect((await act(id, 'stop')).body).toMatchObject({ succeeded: 0, running: 2, waiting: 0, failed: 0, stopped: 4 });
    await pass(3 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'stopped', succeeded: 2, running: 0, waiting: 0, failed: 0, stopped: 4 });
    expect((await act(id, 'rollBack')).body).toMatchObject({ succeeded: 0, waiting: 2, stopped: 4 });
    expect((await act(id, 'stop')).body).toMatchObject({ succeeded: 2, waiting: 0, stopped: 4, rolledBack: 0 });
    expect((await versions()).filter((version) => version === VERSION)).toHaveLength(2);
  });

  test('after it was stopped a single device goes back by itself, and none is upgraded any more', async () => {
    await reset();
    const id = await create({ concurrency: 2, rings: [ring('All', 100)], maxFailures: 5 });
    await act(id, 'start');
    await pass(20_000);
    const atWork = async () => (await rows(id)).filter((row) => row['state'] === 'running').map((row) => String(row['deviceId']));
    const [broken = ''] = await atWork();
    await become(broken, { state: 'EXCEPTION' });
    await pass(2 * MINUTE + 20_000);
    expect((await rows(id)).find((row) => row['deviceId'] === broken)).toMatchObject({ state: 'failed' });
    // one that goes away in the middle of it does not wait for ever
    const [away = ''] = await atWork();
    await become(away, { state: 'OFFLINE' });
    await act(id, 'stop');
    await pass(5 * MINUTE);
    const state1 = await state(id);
    expect(state1).toMatchObject({ state: 'stopped', waiting: 0, running: 0, failed: 1 });
    expect((await rows(id)).find((row) => row['deviceId'] === away)).toMatchObject({ state: 'stopped' });
    const path = async (is: (row: Row) => boolean) => `/api/v1/deviceUpgrades/${String((await rows(id)).find(is)?.['id'])}`;
    const retried = await boss.post(`${await path((row) => row['deviceId'] === broken)}/retry`, undefined, { query: { locale: 'en' } });
    expect(retried).toMatchObject({ status: 409, body: { code: 'upgrade.over' } });
    expect(retried.body['detail']).toContain('is "Stopped for good"');
    const upgraded = await path((row) => row['state'] === 'success');
    expect((await boss.post(`${upgraded}/rollBack`)).body).toMatchObject({ direction: 'rollBack', state: 'pending' });
    const succeeded = Number(state1['succeeded']);
    expect(await state(id)).toMatchObject({ state: 'stopped', succeeded: succeeded - 1, waiting: 1, rolledBack: 0 });
    await pass(4 * MINUTE);
    expect((await boss.get(upgraded)).body).toMatchObject({ state: 'success', toVersion: '5.0.0' });
    expect(await state(id)).toMatchObject({ state: 'stopped', succeeded: succeeded - 1, waiting: 0, rolledBack: 1 });
  });

  test('a way back that failed is tried again though the policy has gone back, an upgrade is not', async () => {
    await reset();
    const id = await create({ rings: [ring('All', 100)], maxFailures: 5 });
    const [broken, failing] = [String(devices[0]?.['deviceId']), String(devices[1]?.['deviceId'])];
    await become(failing, { state: 'EXCEPTION' });
    await act(id, 'start');
    await pass(4 * MINUTE);
    await act(id, 'rollBack');
    await become(broken, { state: 'EXCEPTION' });
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'rolledBack', failed: 2, rolledBack: 4 });
    const path = async (deviceId: string) =>
      `/api/v1/deviceUpgrades/${String((await rows(id)).find((row) => row['deviceId'] === deviceId)?.['id'])}`;
    const retried = await boss.post(`${await path(failing)}/retry`, undefined, { query: { locale: 'zh-CN' } });
    expect(retried).toMatchObject({ status: 409, body: { code: 'upgrade.over' } });
    expect(retried.body['detail']).toContain('的状态为“已回退”');
    await become(broken, { state: 'ONLINE' });
    expect((await boss.post(`${await path(broken)}/retry`)).body).toMatchObject({ direction: 'rollBack', state: 'pending' });
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'rolledBack', failed: 1, rolledBack: 5, waiting: 0 });
    expect((await versions()).filter((version) => version === VERSION)).toHaveLength(0);
  });

  test('a restart in the middle goes on where it was', async () => {
    await reset();
    const id = await create({ rings: [ring('All', 100)] });
    await act(id, 'start');
    await pass(30_000);
    expect((await rows(id)).filter((row) => row['state'] === 'running')).toHaveLength(6);
    await server.restart();
    await enter();
    await pass(4 * MINUTE);
    expect(await state(id)).toMatchObject({ state: 'complete', succeeded: 6 });
    expect(await versions()).toEqual(Array.from({ length: 6 }, () => VERSION));
  });
});

describe('who may and what fits', () => {
  test('a release must be published, rings and release stay as they are once it has begun', async () => {
    await reset();
    const draft = resultsOf(await boss.get('/api/v1/releases', { query: { state: ['draft'] } }))[0];
    const none = await create({ releaseId: draft?.['id'] });
    expect(await act(none, 'start')).toMatchObject({ status: 409, body: { code: 'upgrade.unpublished' } });
    const body = policy();
    const made = await boss.post(policies, body);
    const path = `${policies}/${String(made.body['id'])}`;
    await boss.post(`${path}/start`);
    expect(await boss.put(path, { ...body, rings: [ring('Other', 100)] }, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'upgrade.started', errors: [{ pointer: '/rings' }] },
    });
    expect((await boss.put(path, { ...body, maxFailures: 5 }, { ifMatch: '*' })).body).toMatchObject({ maxFailures: 5, state: 'running' });
    expect(await boss.delete(`/api/v1/releases/${release}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'release.published' },
    });
  });

  test('company users see none of it, a global user upgrades only own companies', async () => {
    const [company, global] = [await server.as(COMPANY), await server.as(GLOBAL)];
    expect((await company.get(policies)).status).toBe(403);
    expect((await company.get('/api/v1/deviceUpgrades')).status).toBe(403);
    const own = new Set(resultsOf(await global.get('/api/v1/companies')).map((row) => row['companyId']));
    const seen = resultsOf(await global.get('/api/v1/deviceUpgrades', { query: { limit: '1000' } }));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((row) => own.has(row['companyId']))).toBe(true);
    expect(await companyOf(company)).not.toBe(third);
  });

  test('a policy is read by who looks after one of its companies, without the others, and changed by who looks after all', async () => {
    const global = await server.as(GLOBAL);
    const [mine = ''] = resultsOf(await global.get('/api/v1/companies')).map((row) => String(row['companyId']));
    const [beyond, both, all, own] = [
      await create(),
      await create({ companyIds: [mine, third] }),
      await create({ companyIds: [] }),
      await create({ companyIds: [mine] }),
    ];
    const listed = new Map(resultsOf(await global.get(policies, { query: { limit: '1000' } })).map((row) => [row['id'], row]));
    expect([beyond, both, all, own].map((id) => listed.get(id)?.['companyIds'])).toEqual([undefined, [mine], [], [mine]]);
    expect(listed.get(both)).toMatchObject({ otherCompanies: 1 });
    expect((await global.get(`${policies}/${beyond}`)).status).toBe(404);
    expect((await global.get(`${policies}/${both}`)).body).toMatchObject({ companyIds: [mine], otherCompanies: 1 });
    const file = await global.post('/api/v1/export', {
      operation: 'listUpgradePolicies',
      query: {},
      columns: ['companyIds'],
      values: 'raw',
    });
    expect(String(file.body['text'])).not.toContain(third);
    const history = await global.get('/api/v1/history', { query: { resource: 'UpgradePolicy', id: both } });
    expect([history.status, JSON.stringify(history.body).includes(third)]).toEqual([200, false]);
    const body = (await boss.get(`${policies}/${own}`)).body;
    const change = { ...policy(), name: String(body['name']), companyIds: [mine] };
    const beside = { status: 403, body: { code: 'out-of-reach.companies' } };
    for (const id of [both, all]) {
      expect(await global.put(`${policies}/${id}`, change, { ifMatch: '*' })).toMatchObject(beside);
      expect(await global.delete(`${policies}/${id}`, { ifMatch: '*' })).toMatchObject(beside);
      expect(await global.post(`${policies}/${id}/start`)).toMatchObject(beside);
    }
    expect((await global.put(`${policies}/${own}`, change, { ifMatch: '*' })).status).toBe(200);
    for (const [companyIds, error] of [
      [[], { pointer: '/companyIds', code: 'rule.reach.everyCompany' }],
      [[third], { pointer: '/companyIds/0', code: 'reference-missing' }],
    ])
      expect(await global.post(policies, policy({ companyIds }))).toMatchObject({ status: 422, body: { errors: [error] } });
    // the last company of a policy does not make it one of all companies
    expect(await boss.delete(`/api/v1/companies/${third}`, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'in-use' } });
  });
});
