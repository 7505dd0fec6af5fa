import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objects } from '#tests/support/answers.ts';
import type { NetworkGraph, NetworkPath } from '#generated/server/stored.ts';
import {
  type Client,
  COMPANY,
  companyOf,
  REGIONAL,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
} from '#tests/server/harness.ts';

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

const graphFrom = (reply: Reply): NetworkGraph => {
  expect(reply.status).toBe(200);
  const answer: NetworkGraph = JSON.parse(JSON.stringify(reply.body));
  return answer;
};
const graph = async (by: Client = client, query: Record<string, string | string[]> = {}): Promise<NetworkGraph> =>
  graphFrom(await by.get(`/api/v1/companies/${own}/topologyGraph`, { query }));
const path = async (query: Record<string, string>, by: Client = client): Promise<NetworkPath> => {
  const reply = await by.get(`/api/v1/companies/${own}/topologyPath`, { query });
  expect(reply.status).toBe(200);
  const answer: NetworkPath = JSON.parse(JSON.stringify(reply.body));
  return answer;
};

const sitesOf = async (by: Client): Promise<Record<string, unknown>[]> =>
  resultsOf(await by.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
const isSite = ({ kind }: { kind: string }): boolean => kind !== 'pop';

describe('the network', () => {
  test('holds every site as its device reports it; one that never reported is a gap with its reason, not a zero', async () => {
    const [{ nodes, source }, sites] = [await graph(), await sitesOf(client)];
    expect(source).toBe('demo');
    expect(new Set(nodes.filter(isSite).map(({ id }) => id))).toEqual(new Set(sites.map((site) => site['siteId'])));
    const reported: Record<string, string> = { ONLINE: 'up', EXCEPTION: 'degraded' };
    for (const node of nodes.filter(isSite)) {
      const state = String(sites.find((site) => site['siteId'] === node.id)?.['state']);
      if (reported[state]) expect([node.id, node.state, node.gap]).toEqual([node.id, reported[state], undefined]);
      else
        expect([
          ['down', 'silent'],
          ['unknown', 'neverReported'],
        ]).toContainEqual([node.state, node.gap]);
      if (node.gap) expect([node.load, node.latency, node.loss]).toEqual([undefined, undefined, undefined]);
      else expect(node.load).toBeTypeOf('number');
    }
    expect(nodes.some(({ gap }) => gap === 'neverReported')).toBe(true);
    expect(nodes.some(({ kind }) => kind === 'pop')).toBe(true);
  });

  test('counts the open alarms of a site as their list does', async () => {
    const { nodes } = await graph();
    const list = await client.get('/api/v1/mgr/alerts', { query: { companyId: own, status: 'firing', attention: 'due', limit: '1000' } });
    const alarms = objects(list.body['result']);
    expect(alarms.length).toBeGreaterThan(0);
    for (const node of nodes.filter(isSite)) expect(node.alarms).toBe(alarms.filter((alarm) => alarm['neId'] === node.id).length);
  });

  test('has the tunnels of each topology, the figures of the ends, and off where a topology is not in use', async () => {
    const { nodes, links, topologies } = await graph();
    const defined = resultsOf(await client.get(`/api/v1/companies/${own}/topologies`, { query: { limit: '1000' } }));
    expect(topologies.map(({ id }) => id).toSorted()).toEqual(defined.map((each) => String(each['id'])).toSorted());
    for (const [index, { id, type, enable }] of topologies.entries()) {
      const sites = objects(defined.find((each) => each['id'] === id)?.['sites']);
      const hubs = sites.filter(({ role }) => role === 'hub').length;
      const pairs = (count: number): number => (count * (count - 1)) / 2;
      const count = type === 'spoke-hub' ? pairs(hubs) + hubs * (sites.length - hubs) : pairs(sites.length);
      const at = links.topology.flatMap((each, place) => (each === index ? [place] : []));
      expect([id, at.length]).toEqual([id, count]);
      if (!enable) expect(at.map((place) => links.state[place])).toEqual(at.map(() => 'off'));
      for (const place of at) {
        const ends = [nodes[links.from[place] ?? -1], nodes[links.to[place] ?? -1]];
        const loads = ends.flatMap((end) => end?.load ?? []);
        expect(links.load[place]).toBe(loads.length < 2 ? null : Math.max(...loads));
        if (enable && ends.some((end) => end?.state === 'down')) expect(links.state[place]).toBe('down');
      }
    }
    expect(links.state).toContain('down');
  });

  test('of one topology are its sites alone', async () => {
    const { topologies } = await graph();
    const [first] = topologies;
    const one = await graph(client, { topologyId: [first?.id ?? ''] });
    const { body } = await client.get(`/api/v1/companies/${own}/topologies/${first?.id ?? ''}`);
    expect(one.topologies.map(({ id }) => id)).toEqual([first?.id]);
    expect(new Set(one.nodes.filter(isSite).map(({ id }) => id))).toEqual(new Set(objects(body['sites']).map(({ siteId }) => siteId)));
  });

  test('is not sent again to who has it, and is once something of it changed', async () => {
    const url = `/api/v1/companies/${own}/topologyGraph`;
    const first = await client.get(url);
    const again = await client.get(url, { headers: { 'if-none-match': first.etag } });
    expect([again.status, again.body]).toEqual([304, { text: '' }]);
    const sites = [{ siteId: 's-huaxin-001' }, { siteId: 's-huaxin-002' }];
    const made = await client.post(`/api/v1/companies/${own}/topologies`, { name: 'Conditional', type: 'full-mesh', sites });
    expect(made.status).toBe(201);
    const changed = await client.get(url, { headers: { 'if-none-match': first.etag } });
    expect(graphFrom(changed).topologies.map(({ name }) => name)).toContain('Conditional');
  });

  test('ends where the reach of its reader ends', async () => {
    const regional = await server.as(REGIONAL);
    const [narrow, whole, sites] = [await graph(regional), await graph(), await sitesOf(regional)];
    const reached = new Set(sites.map((site) => String(site['siteId'])));
    expect(reached.size).toBeGreaterThan(0);
    expect(new Set(narrow.nodes.filter(isSite).map(({ id }) => id))).toEqual(reached);
    expect(whole.nodes.length).toBeGreaterThan(narrow.nodes.length);
    for (const end of [...narrow.links.from, ...narrow.links.to]) expect(narrow.nodes[end]).toBeDefined();
    expect(narrow.topologies.every(({ otherSites = 0 }) => otherSites > 0)).toBe(true);
    const beyond = whole.nodes.find(({ id, kind }) => kind !== 'pop' && !reached.has(id));
    const [near = ''] = reached;
    const asked = await regional.get(`/api/v1/companies/${own}/topologyPath`, { query: { from: near, to: beyond?.id ?? '' } });
    expect(asked.status).toBe(404);
  });
});

describe('the path between two sites', () => {
  const ends = { from: 's-huaxin-003', to: 's-huaxin-009' };

  test('takes the fewest links that are up, and names each', async () => {
    const found = await path(ends);
    expect(found.hops[0]?.siteId).toBe(ends.from);
    expect(found.hops.at(-1)?.siteId).toBe(ends.to);
    expect(found.links.length).toBe(found.hops.length - 1);
    expect(found.links.map(({ state }) => state)).not.toContain('down');
    const sites = [{ siteId: ends.from }, { siteId: ends.to }];
    const made = await client.post(`/api/v1/companies/${own}/topologies`, { name: 'Straight', type: 'point-to-point', sites });
    const direct = await path(ends);
    expect(direct.hops.map(({ siteId }) => siteId)).toEqual([ends.from, ends.to]);
    expect(direct.links).toMatchObject([{ kind: 'tunnel', topology: 'Straight', topologyId: made.body['id'] }]);
  });

  test('is denied where a rule stops it, and the rule is named; where rules let it pass it is open', async () => {
    const make = (resource: string, name: string, priority: number, strategy: string, siteIds: string[]) =>
      boss.post(`/api/v1/companies/${own}/${resource}`, { name, priority, strategy, siteIds, protocol: 6, dstPorts: '4711' });
    const hop = String((await path({ ...ends, dstPort: '4711' })).hops.at(-1)?.siteId);
    for (const resource of ['advancedFirewallRules', 'aclRules'])
      expect((await make(resource, 'Pass 4711', 2, 'ACCEPT', [])).status).toBe(201);
    const open = await path({ ...ends, dstPort: '4711' });
    const stopping = open.checks.filter(({ table }) => table === 'acl' || table === 'advancedFirewall');
    expect(stopping.length).toBeGreaterThanOrEqual(2);
    expect(stopping.map(({ ruleName }) => ruleName)).toEqual(stopping.map(() => 'Pass 4711'));
    expect([open.outcome, open.checks.some(({ denied }) => denied)]).toEqual(['open', false]);

    const made = await make('aclRules', 'Stop 4711', 1, 'REJECT', [hop]);
    expect(made.status).toBe(201);
    const stopped = await path({ ...ends, dstPort: '4711' });
    expect(stopped.outcome).toBe('denied');
    expect(stopped.checks.filter(({ denied }) => denied)).toEqual([
      {
        siteId: hop,
        site: stopped.hops.at(-1)?.name,
        table: 'acl',
        ruleId: made.body['id'],
        ruleName: 'Stop 4711',
        priority: 1,
        outcome: 'REJECT',
        denied: true,
      },
    ]);
    expect(stopped.hops.map(({ denied }) => denied)).toEqual(stopped.hops.map(({ siteId }) => siteId === hop));
    expect((await path({ ...ends, dstPort: '4712' })).checks.every(({ ruleName }) => ruleName !== 'Stop 4711')).toBe(true);
  });

  test('is asked of every LAN, there and back, and each names the rule that denies it', async () => {
    const sites = `/api/v1/companies/${own}/sites`;
    const { store, system } = server.services;
    const spec = store.spec('Site');
    await system.write(async (tx) => {
      const item = await tx.get(spec, ends.to);
      const [lan] = item?.doc.lan ?? [];
      if (item && lan) await tx.update(spec, item, { ...item.doc, lan: [lan, { ...lan, name: 'LAB', lanIp: '10.99.7.1', mask: 24 }] });
    });
    const lansOf = async (id: string) =>
      objects((await client.get(`${sites}/${id}`)).body['lan']).map(({ name, lanIp }) => [String(name), String(lanIp)] as const);
    const [from, to] = [await lansOf(ends.from), await lansOf(ends.to)];
    expect(to.map(([name]) => name)).toContain('LAB');
    const make = (resource: string, body: Record<string, unknown>) => boss.post(`/api/v1/companies/${own}/${resource}`, body);
    const pass = async (resource: string, rule: Record<string, unknown>) =>
      expect((await make(resource, { strategy: 'ACCEPT', siteIds: [], ...rule })).status, resource).toBe(201);
    for (const resource of ['advancedFirewallRules', 'aclRules'])
      await pass(resource, { name: 'Pass 4720', priority: 5, protocol: 6, dstPorts: '4720' });
    await pass('applicationFirewallRules', { name: 'Pass SAP', priority: 2, applications: ['sap'] });
    const query = { ...ends, dstPort: '4720', application: 'sap' };
    const open = await path(query);
    const pairs = from.flatMap(([, source]) => to.map(([, destination]) => `${source} ${destination}`));
    const ways = (found: NetworkPath, way: string) =>
      found.flows
        .filter((flow) => flow.way === way)
        .map(({ source, destination }) => (way === 'there' ? `${source} ${destination}` : `${destination} ${source}`));
    expect(ways(open, 'there')).toEqual(pairs);
    expect(ways(open, 'back')).toEqual(pairs);
    expect(open.flows.filter(({ denied }) => denied)).toEqual([]);
    expect([open.outcome, open.undecided.includes('applicationFirewall')]).toEqual(['open', false]);
    expect((await path({ ...ends, dstPort: '4720' })).undecided).toContain('applicationFirewall');

    // one LAN is closed by the application firewall, and only on the way back
    const stop = { name: 'Lab keeps quiet', priority: 1, strategy: 'DROP', siteIds: [ends.to], applications: ['sap'] };
    const made = await make('applicationFirewallRules', { ...stop, source: { kind: 'address', addresses: ['10.99.7.0/24'] } });
    expect(made.status).toBe(201);
    const partly = await path(query);
    expect(partly.outcome).toBe('partly');
    expect(partly.flows.filter(({ denied }) => denied)).toEqual(
      from.map(([lan, address]) => ({
        way: 'back',
        sourceLan: 'LAB',
        source: '10.99.7.1',
        destinationLan: lan,
        destination: address,
        denied: true,
        siteId: ends.to,
        site: expect.any(String),
        table: 'applicationFirewall',
        ruleId: made.body['id'],
        ruleName: 'Lab keeps quiet',
      })),
    );
    // where an address is named only it is asked
    expect((await path({ ...query, destination: to[0]?.[1] ?? '' })).outcome).toBe('open');
  });

  test('says where a policy route sends it, and which tables cannot decide or may not be read', async () => {
    const body = {
      name: 'Around',
      priority: 1,
      siteIds: [ends.from],
      protocol: 6,
      dstPorts: '4730',
      dstInterface: 'WAN1',
      nextHop: '192.0.2.1',
    };
    const made = await boss.post(`/api/v1/companies/${own}/policyRoutes`, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const found = await path({ ...ends, dstPort: '4730' });
    expect(found.checks.filter(({ table, siteId }) => table === 'policyRoute' && siteId === ends.from)).toEqual([
      expect.objectContaining({ siteId: ends.from, ruleName: 'Around', outcome: 'WAN1 192.0.2.1', denied: false }),
    ]);
    // the demo's application firewall has rules for applications, of which addresses say nothing
    expect(found.undecided).toContain('applicationFirewall');
    const whole = await path({ ...ends, dstPort: '4730' }, boss);
    expect(found.unchecked.filter((table) => !whole.unchecked.includes(table))).toEqual(found.unchecked);
    expect(whole.unchecked).toEqual([]);
  });
});
