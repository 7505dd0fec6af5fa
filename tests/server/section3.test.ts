import { fillPath } from '#domain/fill-path.ts';
import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { choose, pathArgs } from '#api/choose.ts';
import { prune } from '#domain/document.ts';
import type { Json, Operation } from '#domain/model.ts';
import { getPointer, setPointer } from '#domain/pointer.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type Client, type Reply, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import {
  AT_MOST,
  bodyField,
  type Doc,
  identityOf,
  impossible,
  changed,
  type Item,
  otherDocuments,
  placesOf,
  pointersOf,
} from '#tests/server/item-changes.ts';

/**
 * Fields and enumerations of section 3, named from its words and looked for at the running server: each is seen in items, what
 * may be set is set to another value and read back, and one value that is not permitted is refused at its field.
 */
let server: TestServer;
let boss: Client;
beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

/** Items of one resource that are looked at. */
const MOST = 60;
function specOf(name: string): ItemSpec {
  const spec = server.services.store.specNamed(name);
  if (!spec) throw new Error(`no ${name}`);
  return spec;
}

async function itemsOf(name: string): Promise<Item[]> {
  const spec = specOf(name);
  const { rows } = await server.services.system.list(spec, { skip: 0, limit: MOST, whole: true });
  const items: Item[] = [];
  for (const { id, owner, text } of rows) {
    const params: Record<string, string> = owner === null ? {} : { companyId: owner };
    const row = asObject(JSON.parse(text));
    const path = (operations: Operation[]): string => {
      const operation = choose(operations, params);
      if (!operation) throw new Error(`${name} has no such call`);
      return fillPath(operation.path, pathArgs(operation, { params, row, id }));
    };
    const shown = await boss.get(path(spec.resource.operations.get));
    expect(shown.status, `${name} ${id}`).toBe(200);
    items.push({ spec, id, path, doc: asObject(shown.body), etag: shown.etag });
  }
  return items;
}

async function put(item: Item, doc: Doc, query: Record<string, string> = {}): Promise<Reply> {
  const body = prune(bodyField(item), doc, 'update');
  return boss.put(item.path(item.spec.resource.operations.update), body, { ifMatch: item.etag, query });
}

async function read(item: Item): Promise<void> {
  const { body, etag } = await boss.get(item.path(item.spec.resource.operations.get));
  Object.assign(item, { doc: body, etag });
}

/** What the server decides when it is changed, whatever is sent: an identity, and the scope of a tag, which is that of its call. */
const decided = new Set(['User.username', 'Tag.scope']);

/** Changes an item by the first of some documents that the server takes, and reads it back. */
async function change(item: Item, documents: Iterable<Doc>): Promise<boolean> {
  for (const next of documents) {
    if ((await put(item, next, { dryRun: 'true' })).status >= 300) continue;
    expect((await put(item, next)).status, item.spec.name).toBe(200);
    await read(item);
    return true;
  }
  return false;
}

async function expectField(name: string, path: string, items: readonly Item[]): Promise<void> {
  const holders = items.filter(({ doc }) => placesOf(doc, path).length > 0);
  expect(holders.length, `${name}.${path} is seen in no item`).toBeGreaterThan(0);
  const [first] = holders;
  if (!first || first.spec.resource.operations.update.length === 0) return;
  const settable = holders.flatMap((item) => {
    const sent = prune(bodyField(item), item.doc, 'update');
    const place = placesOf(item.doc, path).find(({ pointer }) => getPointer(sent, pointer) !== undefined);
    return place ? [{ item, place }] : [];
  });
  if (settable.length === 0 || decided.has(`${name}.${path}`)) return expectKept(first, path);
  for (const { item, place } of settable) {
    const others = holders.filter((other) => other !== item);
    const before = item.doc;
    if (await change(item, otherDocuments(item, place, path, others))) {
      expect([path, getPointer(item.doc, place.pointer)]).not.toEqual([path, place.value]);
    } else {
      // what depends on everything else is taken away and given again
      if (!(await change(item, [asObject(setPointer(item.doc, place.pointer, undefined))]))) continue;
      expect([path, getPointer(item.doc, place.pointer)]).not.toEqual([path, place.value]);
      expect(await change(item, [before]), path).toBe(true);
      expect([path, getPointer(item.doc, place.pointer)]).toEqual([path, place.value]);
    }
    const refused = await put(item, asObject(setPointer(item.doc, place.pointer, impossible(place.value))));
    expect([path, refused.status, pointersOf(refused)]).toEqual([path, 422, expect.arrayContaining([place.pointer])]);
    return;
  }
  throw new Error(`${name}.${path} cannot be set to anything else`);
}

/** What is the server's own stays what it is, whatever is sent. */
async function expectKept(item: Item, path: string): Promise<void> {
  const [place] = placesOf(item.doc, path);
  if (!place) throw new Error(`${path} is gone`);
  const other = changed(place.value)[0] ?? null;
  await boss.put(item.path(item.spec.resource.operations.update), setPointer(item.doc, place.pointer, other), { ifMatch: item.etag });
  const [kept] = placesOf(asObject((await boss.get(item.path(item.spec.resource.operations.get))).body), path);
  expect([path, kept?.value]).toEqual([path, place.value]);
  await read(item);
}

describe('fields of section 3', () => {
  test.each([
    [
      'company',
      'Company',
      'companyId name address contact remark mail createdAt englishName city mobile englishAddress linkman config config.bandwidthThreshold ' +
        'channel wirelessValidate channelTradeId wirelessAccountLimit nickname isCompliance bandwidthThreshold tel createTime',
    ],
    ['channel', 'ChannelTrade', 'channelTradeId name'],
    ['region', 'Region', 'regionId name'],
    ['delegation', 'Entrust', 'delegateTo deadline role company region status note'],
    ['tag', 'Tag', 'id name type global remark scope'],
    ['alert', 'Alert', 'status severity name neId deviceId'],
    [
      'site',
      'Site',
      'name protocol ipType masterIpType backupIpType sn haSn snRemark location city longitude latitude deployMode siteTag hubSite speedLimit ' +
        'wan lan wifi localSubnets ntp dns dynamicRoute internalParam selectedPop serviceStatus leaseStartTime leaseEndTime ' +
        'selectedPop.preferredArea selectedPop.preferredPop ntp.timezone ntp.primary ntp.second ' +
        'dns.localDns dns.smartDns dns.dnsProxy dns.dnsHijack',
    ],
    [
      'ports of a site',
      'Site',
      'wan[].logicName wan[].ipmode wan[].pppoeAccount wan[].ip wan[].mask wan[].gateway wan[].isp wan[].enableProxy ' +
        'lan[].lanIp lan[].mask lan[].ipmode lan[].bridge lan[].additionalIps lan[].loopbackIps lan[].dhcp.leaseTime ' +
        'lan[].dhcp.staticAllocations lan[].tunnelMtu lan[].tunnelMode',
    ],
    ['wifi of a site', 'Site', 'wifi.ssid wifi.encryption wifi.macFilter wifi.macList'],
    [
      'dynamic route of a site',
      'Site',
      'dynamicRoute.ospf.prefixes dynamicRoute.ospf.interfaces dynamicRoute.ospf.defaultMetric dynamicRoute.bgp.as dynamicRoute.bgp.neighbors ' +
        'dynamicRoute.bgp.neighbors[].peerAs dynamicRoute.bgp.prefixLists dynamicRoute.bgp.routeReportFilters dynamicRoute.bgp.overlayMetric',
    ],
    [
      'internal parameters of a site',
      'Site',
      'internalParam.dataPort internalParam.reportInterval internalParam.scoringInterval internalParam.mtu internalParam.mss',
    ],
    [
      'account',
      'User',
      'username name mobile accountType regions enable ipWhitelist channelTradeId companyList companyId rolesId loginMethod',
    ],
    ['role', 'Role', 'name type description'],
    [
      'firewall rule',
      'AdvancedFirewallRule',
      'name priority protocol source.addresses source.addressSet destination.addresses destination.addressSet srcPorts dstPorts ' +
        'timeRange timeRange.weekdays timeRange.monthdays timeRange.startDate timeRange.endDate strategy ' +
        'source.invert destination.invert srcPortsInvert dstPortsInvert',
    ],
    ['address set', 'AddressSet', 'id name rules siteRules siteRules[].siteId siteRules[].rules'],
    ['policy rule tag', 'PolicyRuleTag', 'name remark'],
    ['policy template', 'PolicyTemplate', 'name ruleIds'],
    ['policy scenario', 'PolicyScenario', 'name templateIds conditions'],
    ['strategy application', 'StrategyApplication', 'kind siteIds version'],
    ['routing table', 'RouteTable', 'name tableId priority entries[].nextHop entries[].dstInterface entries[].metric'],
    ['policy route', 'PolicyRoute', 'priority protocol source destination srcPorts dstPorts dstInterface nextHop metric fwMark'],
    ['rate limit', 'RateLimitRule', 'name mode rateIn rateOut priority srcPorts dstPorts'],
    ['SNAT', 'SnatRule', 'name priority extIp extPort intIp intPort srcZone dstZone'],
    ['DNAT', 'DnatRule', 'name priority extIp extPort intIp intPort srcZone dstZone'],
    ['zone', 'Zone', 'name interfaces'],
  ])('%s', async (_, name, paths) => {
    const items = await itemsOf(name);
    const wrong: string[] = [];
    for (const path of paths.split(' '))
      await expectField(name, path, items).catch((error: unknown) => wrong.push(`${path}: ${String(error).slice(0, 400)}`));
    expect(wrong).toEqual([]);
  });
});

describe('enumerations of sections 3, 4 and 6', () => {
  /** Where each is chosen by a person, and where it can be asked for; other places have the same values. */
  test.each([
    ['account-type', 'superAdmin global channel company', 'User', 'accountType'],
    ['alert-level', 'critical major minor', 'AlarmConfiguration', 'level'],
    ['alert-severity', 'Warning Critical Emergency', 'Alert', 'severity'],
    ['alert-status', 'firing resolved', 'Alert', 'status'],
    ['association', 'associated unassociated', 'Site', 'association'],
    ['audit-type', 'third custom none', 'Company', 'auditType'],
    ['deploy-mode', 'gateway parallel series vll', 'Site', 'deployMode'],
    ['device-state', 'UNCONFIGURED CONFIGURED ONLINE EXCEPTION TEMPORARYOFFLINE OFFLINE', 'Device', 'state'],
    ['egress-type', 'dedicateIp outGroup line2 singleOut wanGroup proxy', 'Service', 'egressType'],
    ['entrust-status', 'scheduled running complete cancelled', 'Entrust', 'status'],
    ['firewall-strategy', 'ACCEPT REJECT DROP', 'AdvancedFirewallRule', 'strategy'],
    ['ip-protocol', '1 2 6 17 47 50 51 88 89 115 2048', 'AdvancedFirewallRule', 'protocol'],
    ['lan-ip-mode', 'FIA DIA', 'Site', 'lan[].ipmode'],
    ['language', 'zh en', 'ReportConfig', 'language'],
    ['lease-status', 'renting test stop', 'Site', 'leaseStatus'],
    ['line-business-type', 'office saas', 'Circuit', 'businessType'],
    ['permit-deny', 'permit deny', 'Site', 'dynamicRoute.bgp.routeReportFilters[].action'],
    ['probe-alert', 'open closed', 'SlaTask', 'probeAlert'],
    ['probe-type', 'TCPing Ping Http DNS', 'SlaTask', 'probeType'],
    ['reachability', 'reachable unreachable', 'Device', 'reachability'],
    ['report-period', 'month week day', 'ReportConfig', 'period'],
    ['role-type', 'global channel company', 'Role', 'type'],
    ['route-preference', '1 3', 'Site', 'selectedPop.routePreference'],
    ['service-state', 'normal maintenance applied abnormal', 'Site', 'serviceStatus'],
    ['tag-scope', 'global channel company', 'Tag', 'scope'],
    ['tag-type', 'site line popLine wanSet business', 'Tag', 'type'],
    ['task-state', 'success running failed assigned pending', 'ExecutionTask', 'state'],
    ['time range of a firewall rule', 'weekday monthday dates', 'AdvancedFirewallRule', 'timeRange.kind'],
    ['tunnel-mode', 'udp tcp tcp-tls', 'Site', 'lan[].tunnelMode'],
  ])('%s', async (_, texts, name, path) => {
    const items = await itemsOf(name);
    const holder = items.find((item) => placesOf(item.doc, path).length > 0);
    if (!holder) throw new Error(`${name}.${path} is seen in no item`);
    const [seen] = placesOf(holder.doc, path);
    const values = texts.split(' ').map((value) => (typeof seen?.value === 'number' ? Number(value) : value));
    const isSet =
      holder.spec.resource.operations.update.length > 0 &&
      getPointer(prune(bodyField(holder), holder.doc, 'update'), seen?.pointer ?? '') !== undefined;
    if (isSet && !decided.has(`${name}.${path}`)) await expectChoices(items, path, values);
    else await expectStates(name, path, values);
  });

  /** Each is set on an item that has another, or sent as it is where nothing else goes with it; another one is refused at its field. */
  async function expectChoices(items: Item[], path: string, values: Json[]): Promise<void> {
    const taken: Json[] = [];
    for (const value of values) {
      const holders = items.filter((item) => placesOf(item.doc, path).length > 0);
      for (const item of holders) {
        const [place] = placesOf(item.doc, path);
        const wanted = [asObject(setPointer(item.doc, place?.pointer ?? '', value)), ...twinsOf(item, holders, path, value)];
        if (!place || !(await change(item, wanted))) continue;
        expect(placesOf(item.doc, path)[0]?.value).toBe(value);
        taken.push(value);
        break;
      }
    }
    expect(taken).toEqual(values);
    const [item] = items.filter((each) => placesOf(each.doc, path).length > 0);
    const [place] = item ? placesOf(item.doc, path) : [];
    if (!item || !place) throw new Error(`${path} is gone`);
    for (const wrong of ['another', `${String(values[0])} `, 99_999]) {
      const refused = await put(item, asObject(setPointer(item.doc, place.pointer, wrong)));
      expect([path, wrong, refused.status, pointersOf(refused)]).toEqual([path, wrong, 422, expect.arrayContaining([place.pointer])]);
    }
  }

  /** Items as others are that have a value, each under its own identity. */
  function twinsOf(item: Item, holders: readonly Item[], path: string, value: Json): Doc[] {
    const alike = holders.filter((other) => other !== item && placesOf(other.doc, path)[0]?.value === value);
    return alike.slice(0, AT_MOST).map(({ doc }) => ({ ...doc, ...identityOf(item) }));
  }

  /** What the server finds out by itself can be asked for by each value, and by no other. */
  async function expectStates(name: string, path: string, values: Json[]): Promise<void> {
    const list = specOf(name).resource.operations.list.find(
      ({ pathParams, query }) => pathParams.length === 0 && query.some((each) => each.name === path),
    );
    if (!list) throw new Error(`${name} cannot be asked for its ${path}`);
    const ask = (value: Json) => boss.get(list.path, { query: { [path]: String(value), limit: '1000' } });
    let shown = 0;
    for (const value of values) {
      const reply = await ask(value);
      expect([value, reply.status]).toEqual([value, 200]);
      for (const row of resultsOf(reply)) expect(row[path]).toBe(value);
      shown += resultsOf(reply).length;
    }
    const all = resultsOf(await boss.get(list.path, { query: { limit: '1000' } }));
    expect(shown).toBe(all.filter((row) => row[path] !== undefined).length);
    expect(shown).toBeGreaterThan(0);
    const refused = await ask('another');
    expect([refused.status, pointersOf(refused)[0]]).toEqual([422, expect.stringContaining(`/query/${path}`)]);
  }
});
