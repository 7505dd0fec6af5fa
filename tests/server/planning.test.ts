import { objects } from '#tests/support/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { asObject } from '#domain/json.ts';

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
});
afterAll(() => server.remove());

const paths = (): Record<string, string> => ({
  BackboneRegion: '/api/v1/backboneRegions',
  BackboneAz: '/api/v1/backboneAzs',
  BackboneLine: '/api/v1/backboneLines',
  Pop: '/api/v1/pops',
  Controller: '/api/v1/controllers',
  Circuit: '/api/v1/circuits',
  Service: '/api/v1/services',
  SaasGroup: '/api/v1/saasGroups',
  AreaCode: '/api/v1/areaCodes',
  CompanyService: `/api/v1/companies/${own}/companyServices`,
  CompanyAreaCode: `/api/v1/companies/${own}/companyAreaCodes`,
  IpBinding: `/api/v1/companies/${own}/ipBindings`,
  DhcpTag: `/api/v1/companies/${own}/dhcpTags`,
  Topology: `/api/v1/companies/${own}/topologies`,
});

describe('planning', () => {
  test('every page is full, every enumeration value and state occurs', async () => {
    for (const [name, path] of Object.entries(paths())) {
      const rows = resultsOf(await boss.get(path, { query: { limit: '1000' } }));
      expect(rows.length, name).toBeGreaterThanOrEqual(25);
      const resource = server.services.contract.resources.get(name);
      const fields = resource?.schemas[resource.name]?.fields ?? [];
      for (const field of fields.filter(({ values }) => values !== undefined && values.length > 0)) {
        expect(new Set(rows.map((row) => row[field.name])), `${name}.${field.name}`).toEqual(new Set(field.values));
      }
    }
  });

  test('everybody may choose a POP and sees nothing of its inside', async () => {
    const listed = await client.get('/api/v1/pops');
    expect(listed.status).toBe(200);
    expect(resultsOf(listed)[0]).not.toHaveProperty('devices');
    expect(await client.get(`/api/v1/pops/${String(resultsOf(listed)[0]?.['id'])}`)).toMatchObject({ status: 403 });
    expect(await client.post('/api/v1/backboneRegions', { name: 'Mine', code: 'mine' })).toMatchObject({ status: 403 });
    expect(await client.get('/api/v1/circuits')).toMatchObject({ status: 403 });
  });

  test('areas to prefer are those of the backbone, with POPs in zones that are in use', async () => {
    const areas = resultsOf(await client.get('/api/v1/routeInfoConfigs', { query: { limit: '100' } }));
    const east = areas.find((area) => area['area'] === 'br-cn-east');
    expect(objects(east?.['pops']).map((pop) => pop.popId)).toContain('pop-shanghai-1');
    expect(areas.map((area) => area['area'])).not.toContain('br-us-east');
  });

  test('an in-use tag, zone and DHCP tag stay; the answer counts what holds them', async () => {
    for (const path of [`${paths()['DhcpTag'] ?? ''}/dt-huaxin-1`, '/api/v1/backboneAzs/az-cn-east-1']) {
      const { etag } = await boss.get(path);
      const refused = await boss.delete(path, { ifMatch: etag });
      expect(refused).toMatchObject({ status: 409, body: { code: 'in-use' } });
      expect(asObject(refused.body['params'])['count']).toBeGreaterThan(0);
    }
  });
});

describe('topologies', () => {
  const make = (type: string, sites: [string, string][], more = {}) =>
    client.post(paths()['Topology'] ?? '', {
      name: `T ${type} ${sites.map(([id]) => id).join(' ')}`.slice(0, 64),
      type,
      sites: sites.map(([siteId, role]) => ({ siteId, role })),
      ...more,
    });
  const [one, two, three] = ['s-huaxin-001', 's-huaxin-002', 's-huaxin-003'] as const;

  test('minimum site count: spoke-hub two with a hub, full mesh two, point to point exactly two', async () => {
    expect((await make('spoke-hub', [[one, 'hub']])).body).toMatchObject({
      code: 'validation.failed',
      errors: [{ pointer: '/sites', code: 'rule.count.few' }],
    });
    expect(
      (
        await make('spoke-hub', [
          [one, 'spoke'],
          [two, 'spoke'],
        ])
      ).body,
    ).toMatchObject({
      errors: [{ code: 'rule.topology.hub' }],
    });
    expect((await make('full-mesh', [[one, 'spoke']])).body).toMatchObject({ errors: [{ code: 'rule.count.few' }] });
    expect(
      (
        await make('point-to-point', [
          [one, 'spoke'],
          [two, 'spoke'],
          [three, 'spoke'],
        ])
      ).body,
    ).toMatchObject({
      errors: [{ code: 'rule.count.exact' }],
    });
    expect(
      (
        await make('full-mesh', [
          [one, 'spoke'],
          [one, 'spoke'],
        ])
      ).body,
    ).toMatchObject({ errors: [{ code: 'rule.unique.duplicate' }] });
    expect(
      (
        await make('spoke-hub', [
          [one, 'hub'],
          [two, 'spoke'],
        ])
      ).status,
    ).toBe(201);
    expect(
      (
        await make('point-to-point', [
          [two, 'spoke'],
          [three, 'spoke'],
        ])
      ).status,
    ).toBe(201);
  });

  test('elastic bandwidth 0-400 %, name 1-64', async () => {
    const sites: [string, string][] = [
      [one, 'hub'],
      [two, 'spoke'],
    ];
    expect((await make('spoke-hub', sites, { elasticBandwidth: 401 })).body).toMatchObject({ errors: [{ pointer: '/elasticBandwidth' }] });
    expect((await make('spoke-hub', sites, { elasticBandwidth: -1 })).body).toMatchObject({ errors: [{ pointer: '/elasticBandwidth' }] });
    expect((await make('spoke-hub', sites, { name: 'x'.repeat(65) })).body).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect((await make('spoke-hub', sites, { name: 'x'.repeat(64), elasticBandwidth: 400 })).status).toBe(201);
  });
});
