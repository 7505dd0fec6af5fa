import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { asArray, asNumber, asObject } from '#domain/json.ts';
import type { Field, Operation, OperationForm } from '#domain/model.ts';
import { readJson } from '#server/kernel/contract.ts';
import { watchAlarms } from '#server/features/alarm/index.ts';
import { type Client, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const MINUTE = 60_000;
/** What is measured has one of these units. */
const measuredUnits = new Set(['bps', 'kbps', 'ms', '%', 'B', 'dBm', 'dB', '°C']);
const drawn = new Set(['series', 'points', 'stats', 'histogram']);

let server: TestServer;
let client: Client;
let params: Record<string, string>;

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  server = await testServer({ seed: 'empty' });
  vi.restoreAllMocks();
  const { store, system } = server.services;
  const [first] = await system.docs(store.spec('User'), { skip: 0, limit: 1 });
  await system.write(async (tx) => {
    await tx.insert(store.spec('User'), {
      username: SUPER,
      name: 'Boss',
      loginMethod: 'password',
      accountType: 'superAdmin',
      admin: true,
      rolesId: first?.rolesId ?? [],
      regions: [],
      enable: true,
      ipWhitelist: [],
    });
  });
  client = await server.as(SUPER);
  const companyId = String((await client.post('/api/v1/companies', { name: 'First company' })).body['companyId']);
  const at = `/api/v1/companies/${companyId}`;
  const device = await client.post(`${at}/devices`, { sn: 'AR1200-1', model: 'AR1200' });
  const site = await client.post(`${at}/sites`, { name: 'First_site', deployMode: 'gateway', sn: 'AR1200-1' });
  expect([device.status, site.status]).toEqual([201, 201]);
  params = { companyId, siteId: String(site.body['siteId']), deviceId: String(device.body['deviceId']) };
  await watchAlarms(server.services);
  for (let minutes = 0; minutes < 30; minutes++) {
    server.clock.advance(MINUTE);
    await server.services.jobs.runDue();
  }
  client = await server.as(SUPER);
});
afterAll(() => server.remove());

const get = (operation: Operation) =>
  client.get(
    operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    {
      query: operation.query.some(({ name, required }) => name === 'companyId' && required === true)
        ? { companyId: params['companyId'] ?? '' }
        : {},
    },
  );
const isReached = ({ pathParams }: Operation): boolean => pathParams.every(({ name }) => name in params);

/** Answers that no list shows, as their schemas have them. */
function answers(): { operation: Operation; root: Field }[] {
  const { operations, folder } = server.services.contract;
  return [...operations.values()].flatMap(({ operation, resource }) => {
    if (operation.method !== 'get' || resource || !isReached(operation)) return [];
    const form = readJson<OperationForm>(join(folder, 'forms', `${operation.id}.json`));
    const root = form.schemas[operation.answer ?? ''];
    return root ? [{ operation, root }] : [];
  });
}

/** Every number at a place that holds something measured. */
function figures(field: Field, value: unknown, isMeasured = false, at = field.path): string[] {
  const measured = isMeasured || drawn.has(field.widget ?? '') || measuredUnits.has(field.unit ?? '');
  if (Array.isArray(value))
    return value.flatMap((each, index) => (field.items ? figures(field.items, each, measured, `${at}.${index}`) : []));
  if (asNumber(value) !== undefined) return measured ? [`${at} ${String(value)}`] : [];
  const object = asObject(value);
  return (field.fields ?? []).flatMap((each) => {
    // where a histogram's bars begin is no measurement, nor is what somebody set
    if (each.name === 'bounds' || each.name === 'thresholds' || object[each.name] === undefined) return [];
    return figures(each, object[each.name], measured, `${at}.${each.name}`);
  });
}

describe('where nothing is connected and nothing measured', () => {
  test('every answer of measurements says why it has none, and has no figure', async () => {
    const measured = answers().filter(({ root }) => root.fields?.some(({ widget }) => widget === 'measuredRange'));
    expect(measured.length).toBeGreaterThan(8);
    for (const { operation, root } of measured) {
      const { status, body } = await get(operation);
      // a site that never had a device is refused, not shown
      expect([200, 409, 422], operation.id).toContain(status);
      if (status !== 200) continue;
      const range = root.fields?.find(({ widget }) => widget === 'measuredRange')?.name ?? '';
      // records are sent by devices, and lie in no store of measurements
      const isRecorded = root.fields?.some(({ name, items }) => name === 'results' && items?.columns !== undefined);
      expect(body[range], operation.id).toMatchObject({ source: 'none', gap: isRecorded ? 'notConnected' : 'notConfigured' });
      expect(figures(root, body), operation.id).toEqual([]);
    }
  });

  test('no other answer has a figure either', async () => {
    const others = answers();
    const found = await Promise.all(others.map(async ({ operation, root }) => figures(root, (await get(operation)).body)));
    expect(others.length).toBeGreaterThan(20);
    expect(found.flat()).toEqual([]);
  });

  test('every list of what is measured or reported is empty and says why', async () => {
    const lists = [...server.services.contract.operations.values()].filter(
      ({ operation, resource }) => operation.kind === 'list' && resource?.data?.source !== undefined && isReached(operation),
    );
    expect(lists.length).toBeGreaterThan(9);
    for (const { operation, resource } of lists) {
      const { status, body } = await get(operation);
      expect(status, operation.id).toBe(200);
      expect(body, operation.id).toMatchObject({
        total: 0,
        gap: resource?.data?.source === 'telemetry' ? 'notConfigured' : 'notConnected',
      });
    }
  });

  test('what only the server writes is there only as far as somebody did something', async () => {
    const records = [...server.services.contract.operations.values()].filter(
      ({ operation, resource }) => operation.kind === 'list' && resource?.data?.record === true && isReached(operation),
    );
    for (const { operation, resource } of records) {
      const { body } = await get(operation);
      const rows = asArray(body[operation.paging?.items ?? '']);
      if (resource?.name !== 'LoginLog') expect(rows, operation.id).toEqual([]);
    }
  });

  test('nothing that was configured says that it was measured', async () => {
    const { body } = await client.get(`/api/v1/companies/${params['companyId'] ?? ''}/devices`);
    const [device] = asArray(body['results']).map(asObject);
    for (const name of ['reachability', 'lastSeenAt', 'softwareVersion']) expect(device).not.toHaveProperty(name);
  });
});
