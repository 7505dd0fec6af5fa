import { objects } from '#tests/support/answers.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { problems } from '#tests/support/model.ts';
import { constraints } from '#server/features/planning/constraints/registry.ts';
import { type Client, COMPANY, type Reply, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

type Doc = Record<string, unknown>;
type Provoke = (query: Record<string, string>) => Promise<Reply>;

const root = resolve(import.meta.dirname, '../..');
const OWN = '/api/v1/companies/c-huaxin';
const sites = `${OWN}/sites`;

let server: TestServer;
let client: Client;
let boss: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

/** What a client may send of an item. */
function settable(resource: string, doc: Doc): Doc {
  const model = server.services.contract.resources.get(resource);
  const readOnly = new Set(model?.schemas[resource]?.fields?.filter((field) => field.readOnly === true).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}

const change = async (
  resource: string,
  path: string,
  changes: Doc | ((doc: Doc) => Doc),
  query: Record<string, string> = {},
): Promise<Reply> => {
  const { body, etag } = await boss.get(path);
  const more = typeof changes === 'function' ? changes(body) : changes;
  return boss.put(path, { ...settable(resource, body), ...more }, { ifMatch: etag, query });
};
const create =
  (path: string, body: Doc): Provoke =>
  (query) =>
    boss.post(path, body, { query });
const put =
  (resource: string, path: string, changes: Doc | ((doc: Doc) => Doc)): Provoke =>
  (query) =>
    change(resource, path, changes, query);
const remove =
  (path: string): Provoke =>
  async (query) =>
    boss.delete(path, { ifMatch: (await boss.get(path)).etag, query });

const site = (more: Doc): Doc => ({ name: 'Coded_site', deployMode: 'gateway', ...more });
const wan = (more: Doc = {}): Doc => ({ logicName: 'WAN1', ipmode: 'dhcp', ...more });
const prefers = (selectedPop: Doc, more: Doc = {}): Provoke =>
  create(sites, site({ selectedPop: { routePreference: 3, ...selectedPop }, ...more }));
const circuit = (more: Doc): Provoke =>
  create('/api/v1/circuits', { name: 'Coded', circuitNumber: 'CODED-1', isp: 'telecom', bandwidth: 1000, ...more });
const line = (more: Doc): Provoke =>
  create('/api/v1/backboneLines', {
    name: 'Coded',
    aZoneId: 'az-cn-east-1',
    zZoneId: 'az-cn-east-2',
    bandwidth: 1000,
    provider: 'other',
    ...more,
  });
const service = (more: Doc): Provoke =>
  create('/api/v1/services', {
    name: 'Coded',
    code: 'coded',
    egressType: 'singleOut',
    popIds: ['pop-shanghai-1'],
    bandwidth: 100,
    ...more,
  });
const lease = (more: Doc): Provoke => create(`${OWN}/companyServices`, { serviceId: 'svc-001', bandwidth: 1, ...more });
const pop = (more: Doc): Provoke => create('/api/v1/pops', { name: 'Coded', code: 'coded', zoneId: 'az-cn-east-1', ...more });
const pops = '/api/v1/pops';

/** Each code, provoked from the demo world by calls that anybody with the permission may make. */
const provoked: readonly [code: number, provoke: Provoke][] = [
  [
    1100,
    put('Site', `${sites}/s-huaxin-001`, (doc) => ({
      wan: objects(doc['wan']).map((port) => ({ ...port, bandwidth: { up: 2000, down: 2000 } })),
    })),
  ],
  [1101, circuit({ siteId: 's-huaxin-001', wanName: 'WAN1' })],
  [1102, put('Site', `${sites}/s-huaxin-012`, { wan: [] })],
  [1103, create(sites, site({ deployMode: 'vll', wan: [wan({ medium: 'cellular' })] }))],
  [1104, put('Circuit', '/api/v1/circuits/cir-huaxin-001-1', { isp: 'unicom' })],
  [
    1106,
    async (query) => {
      for (const sn of ['AR6300-777001', 'AR6300-777002']) await boss.post(`${OWN}/devices`, { sn, model: 'AR6300' });
      return create(sites, site({ sn: 'AR6300-777001', haSn: 'AR6300-777002', haConfig: { mode: 'activeActive' }, wan: [wan()] }))(query);
    },
  ],
  [1107, create(sites, site({ wan: [wan()], business: [{ name: 'Web', type: 'saas', egressType: 'proxy', egressWan: 'WAN1' }] }))],
  [
    1200,
    async (query) => {
      await change('Pop', `${pops}/pop-nanjing-1`, { capacity: 1 });
      await prefers({ preferredPop: 'pop-nanjing-1' }, { name: 'Fills_it' })({});
      return prefers({ preferredPop: 'pop-nanjing-1' })(query);
    },
  ],
  [1201, prefers({ preferredPop: 'pop-wuhan-2' })],
  [1202, prefers({ preferredPop: 'pop-guangzhou-2' })],
  [1203, prefers({ preferredPop: 'pop-newyork-1' })],
  [1204, prefers({ preferredPop: 'pop-shanghai-1', preferredArea: 'br-us-west' })],
  [1205, prefers({ preferredPop: 'pop-shanghai-1', preferredArea: 'br-cn-south' })],
  [1206, prefers({ preferredPop: 'pop-shanghai-1', backupPop: 'pop-shanghai-2' })],
  [1207, prefers({ preferredPop: 'pop-shanghai-1', backupPop: 'pop-wuhan-2' })],
  [1208, prefers({ preferredPop: 'pop-shanghai-2' }, { wan: [wan({ isp: 'cernet' })] })],
  [1209, prefers({ preferredPop: 'pop-shanghai-1' }, { protocol: 'ipv6' })],
  [
    1210,
    prefers(
      { preferredPop: 'pop-shanghai-2' },
      { lan: [{ name: 'LAN1', lanIp: '10.251.0.1', mask: 24, ipmode: 'FIA', tunnelMode: 'tcp-tls' }] },
    ),
  ],
  [1211, pop({ serviceStatus: 'normal' })],
  [1212, put('Pop', `${pops}/pop-shanghai-1`, { capacity: 1 })],
  [1213, circuit({ popId: 'pop-shanghai-1', bandwidth: 1_000_000 })],
  [1214, put('Pop', `${pops}/pop-shanghai-1`, { zoneId: 'az-cn-east-2' })],
  [1215, put('Pop', `${pops}/pop-newyork-1`, { serviceStatus: 'normal' })],
  [1216, put('BackboneAz', '/api/v1/backboneAzs/az-cn-east-1', { enable: false })],
  [1217, put('BackboneRegion', '/api/v1/backboneRegions/br-cn-east', { enable: false })],
  [1218, line({ aPopId: 'pop-hangzhou-1' })],
  [1219, line({ state: 'active', zZoneId: 'az-us-east-1' })],
  [1220, line({ provider: 'telecom', aPopId: 'pop-shanghai-1', zPopId: 'pop-hangzhou-1' })],
  [1221, line({ aPopId: 'pop-shanghai-1', bandwidth: 1_000_000 })],
  [1222, put('Circuit', '/api/v1/circuits/cir-huaxin-001-1', { popId: 'pop-hangzhou-1' })],
  [1223, circuit({ popId: 'pop-wuhan-2', state: 'active' })],
  [1224, circuit({ popId: 'pop-shanghai-1', state: 'active', contractEnd: '2020-01-01' })],
  [1225, circuit({ popId: 'pop-shanghai-1', state: 'active', contractStart: '2099-01-01' })],
  [1226, circuit({ siteId: 's-huaxin-001', wanName: 'WAN9' })],
  [1227, remove('/api/v1/circuits/cir-huaxin-001-1')],
  [1228, lease({ serviceId: 'svc-003' })],
  [1229, lease({ leaseStatus: 'renting', leaseEndTime: '2020-01-01T00:00:00Z' })],
  [1230, remove('/api/v1/services/svc-001')],
  [1231, service({ egressType: 'dedicateIp', popIds: ['pop-shanghai-2'] })],
  [1232, service({ popIds: ['pop-wuhan-2'] })],
  [1233, lease({ bandwidth: 1_000_000 })],
  [1234, lease({ leaseStatus: 'renting' })],
  [1235, lease({ siteIds: ['s-huaxin-013'] })],
  [1236, service({ type: 'saas', saasGroupId: 'saas-doh' })],
  [1237, put('Service', '/api/v1/services/svc-001', { egressType: 'line2' })],
  [1300, pop({ controllerId: 'ctl-us-east-1' })],
  [
    1301,
    async (query) => {
      await change('Controller', '/api/v1/controllers/ctl-cn-east-2', { capacity: 1 });
      return pop({ controllerId: 'ctl-cn-east-2' })(query);
    },
  ],
  [
    1400,
    async (query) => {
      await change('Pop', `${pops}/pop-nanjing-1`, { ipPool: 1 });
      await create(`${OWN}/ipBindings`, { name: 'Last', ip: '203.0.114.1', popId: 'pop-nanjing-1' })({});
      return create(`${OWN}/ipBindings`, { name: 'Too many', ip: '203.0.114.2', popId: 'pop-nanjing-1' })(query);
    },
  ],
  [1500, create('/api/v1/areaCodes', { code: 'coded', name: 'Coded', level: 'city', parentId: 'ac-cn' })],
  [1501, put('AreaCode', '/api/v1/areaCodes/ac-city-1', { code: 'coded' })],
  [
    1502,
    async (query) => {
      const [closed] = resultsOf(await boss.get('/api/v1/areaCodes', { query: { enable: 'false', level: 'city' } }));
      return create(`${OWN}/companyAreaCodes`, { code: 'X', name: 'Coded', areaCodeId: closed?.['id'] })(query);
    },
  ],
];

describe('service codes', () => {
  const entries = Object.entries(problems).flatMap(([code, entry]) =>
    entry.serviceCode === undefined ? [] : [{ code, ...entry, number: entry.serviceCode }],
  );
  /** Problems that constraints answer; another rule may share a code, as the pools of mobile clients do. */
  const ownCodes = new Set(
    [...readFileSync(join(root, 'openapi/service-codes.yaml'), 'utf8').matchAll(/^([a-z][\w.-]*):$/gm)].map((match) => match[1]),
  );
  const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const wanted = [...range(1100, 1104), 1106, 1107, ...range(1200, 1237), 1300, 1301, 1400, ...range(1500, 1502)];

  test('are exactly those of the specification, each checked by a constraint and provoked below', () => {
    const sorted = (numbers: number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b);
    expect(sorted(entries.map((entry) => entry.number).filter((number) => number > 1003))).toEqual(wanted);
    expect(sorted([...constraints.values()].flat().map(({ code }) => code))).toEqual(wanted);
    expect(provoked.map(([code]) => code)).toEqual(wanted);
  });

  test('docs/service-codes.md lists them', async () => {
    const rows = entries
      .filter((entry) => entry.number > 1003)
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, code, detail }) => {
        const asked = [...constraints.values()].flat().filter((constraint) => constraint.code === number);
        const resources = ownCodes.has(code) ? [...new Set(asked.map(({ resource }) => resource))].join(', ') : 'its own rules';
        return `| ${number} | \`${code}\` | ${resources} | ${detail.en} | ${detail.zh} |`;
      });
    await expect(`${HEAD}${rows.join('\n')}\n`).toMatchFileSnapshot(join(root, 'docs/service-codes.md'));
  });

  test.each(provoked)('%i is refused at its place, in both languages', async (code, provoke) => {
    const [en, zh] = [await provoke({ locale: 'en' }), await provoke({ locale: 'zh' })];
    const problem = entries.find((entry) => entry.number === code && ownCodes.has(entry.code));
    expect(en).toMatchObject({ status: 409, body: { serviceCode: code, code: problem?.code } });
    expect(objects(en.body['errors'])[0]?.['pointer']).toMatch(/^\/[a-zA-Z]/);
    expect([en.body['detail'], zh.body['detail']].join()).not.toContain('{{');
    expect(zh).toMatchObject({ status: 409, body: { serviceCode: code } });
    expect(zh.body['detail']).toMatch(/\p{Script=Han}/u);
  });

  test('what was so before may stay: other changes of the item pass', async () => {
    const path = '/api/v1/circuits/cir-huaxin-001-1';
    expect((await change('Circuit', path, { remark: 'looked at' })).status).toBe(200);
    expect((await change('Pop', `${pops}/pop-newyork-1`, { remark: 'still closed' })).status).toBe(200);
  });

  test('1000 is success, 1001 fail, 1002 unknown, 1003 a bad request: of a whole batch and of each call', async () => {
    const batch = (names: string[]) =>
      client.post('/api/v1/batchCreateSites', { companyId: 'c-huaxin', sites: names.map((name) => site({ name })) });
    expect((await batch(['Success_1', 'Success_2'])).body).toMatchObject({ serviceCode: 1000, failed: [] });
    expect((await batch(['Success_3', 'Success_3'])).body).toMatchObject({ serviceCode: 1001, failed: [{ index: 1, name: 'Success_3' }] });
    const coded = await client.post('/api/v1/batchCreateSites', {
      companyId: 'c-huaxin',
      sites: [site({ name: 'Coded_batch', selectedPop: { routePreference: 3, preferredPop: 'pop-wuhan-2' } })],
    });
    expect(coded.body).toMatchObject({ serviceCode: 1001, failed: [{ serviceCode: 1201, code: 'pop.in-maintenance' }] });
    expect(await client.post(sites, {})).toMatchObject({ status: 422, body: { serviceCode: 1003 } });
    expect(await client.post(sites, '{')).toMatchObject({ status: 400, body: { serviceCode: 1003 } });
    expect(await client.get(`${sites}/nowhere`)).toMatchObject({ status: 404, body: { serviceCode: 1002 } });
    const { etag } = await client.get(`/api/v1/users/${COMPANY}`);
    expect(await client.delete(`/api/v1/users/${COMPANY}`, { ifMatch: etag })).toMatchObject({ status: 409, body: { serviceCode: 1001 } });
  });

  test('a service tells the companies that applied for it how it stands', async () => {
    const [shown] = resultsOf(await client.get(`${OWN}/companyServices`, { query: { keyword: '上海', limit: '1' } }));
    const path = `/api/v1/services/${String(shown?.['serviceId'])}`;
    expect((await change('Service', path, { serviceStatus: 'applied', name: 'Renamed egress' })).status).toBe(200);
    expect((await client.get(`${OWN}/companyServices/${String(shown?.['id'])}`)).body).toMatchObject({
      serviceName: 'Renamed egress',
      serviceStatus: 'applied',
      revision: shown?.['revision'],
    });
  });
});

const HEAD = `# Service codes

What must hold between WAN ports, POPs, circuits, services and what they stand on. A call that breaks one answers 409 with \`serviceCode\`. 1000 is success, 1001 fail, 1002 unknown, 1003 a bad request.
This page is written by \`tests/server/service-codes.test.ts\`; the sentences are in \`openapi/service-codes.yaml\`, the checks in \`server/features/planning/constraints\`.

| code | problem | asked of | en | zh |
|---|---|---|---|---|
`;
