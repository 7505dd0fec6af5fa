import { firstMatch } from '#domain/packets/match.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { breathe } from '#server/store/breathe.ts';
import { timestamp } from '#server/store/clock.ts';
import { tableLoader, ruleTables, tableNames } from '#server/features/policy/rule-tables.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { Services } from '#server/kernel/services.ts';
import { type Flow, flowsFrom, type Origin } from '#server/simulator/flows.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

const KIND = 'simulate.flows';
const EVERY_MS = 60_000;
/** So much a minute keeps the counters moving and the machine idle, however many companies there are. */
const COMPANIES = 4;
const SITES = 6;
const FLOWS = 40;
const MOST = 10_000;

/** Lets the rules of the demo WAN count what they decide: companies take turns, minute by minute. */
export async function simulateFlows(services: Services): Promise<void> {
  const { jobs, clock } = services;
  jobs.on(KIND, [], async () => {
    await runFlows(services);
    await jobs.at(clock.now() + EVERY_MS, KIND, {}, { id: KIND });
  });
  await jobs.at(clock.now() + EVERY_MS, KIND, {}, { id: KIND });
}

async function runFlows(services: Services): Promise<void> {
  const turn = Math.floor(services.clock.now() / EVERY_MS);
  const companies = specOf(services, 'Company');
  const { rows } = await services.system.list(companies, { skip: 0, limit: MOST });
  const ids = rows.map((row) => row.id).toSorted();
  const count = Math.min(COMPANIES, ids.length);
  for (let at = 0; at < count; at++) {
    const companyId = ids[(turn * count + at) % ids.length];
    if (companyId !== undefined) await flowsOfCompany(services, companyId, turn);
  }
}

/** Some connections of one company, asked of each of its tables; the rules that decide count them. */
async function flowsOfCompany(services: Services, companyId: string, turn: number): Promise<void> {
  const { system, clock } = services;
  const random = randomFrom(`flows ${companyId} ${turn}`);
  const origins = await originsOf(services, companyId, (ids) => random.some(ids, SITES));
  await breathe();
  const at = formatDateTime(timestamp(clock.now()), 'Asia/Shanghai', 'minute').replace(' ', 'T');
  await breathe();
  const flows = flowsFrom(origins, FLOWS, at, random);
  const load = tableLoader(companyId, system, system);
  for (const name of tableNames) {
    await breathe();
    const { rules } = await load(name);
    await breathe();
    const hits = countHits(flows, (packet) => firstMatch(rules, packet)?.id);
    if (hits.size > 0) await noteHits(services, specOf(services, ruleTables[name].resource), hits);
  }
}

function countHits(flows: readonly Flow[], decide: (packet: Flow['packet']) => string | undefined): Map<string, number> {
  const hits = new Map<string, number>();
  for (const { packet, connections } of flows) {
    const id = decide(packet);
    if (id !== undefined) hits.set(id, (hits.get(id) ?? 0) + connections);
  }
  return hits;
}

/** Counters are noted, not edited: they make no revision and nobody's edit stale. */
async function noteHits({ system, clock }: Services, spec: ItemSpec, hits: ReadonlyMap<string, number>): Promise<void> {
  await system.write(async (tx) => {
    for (const [id, more] of hits) {
      const rule = await tx.get(spec, id);
      const before = rule?.doc.hits;
      const total = (typeof before === 'number' ? before : 0) + more;
      if (rule) await tx.annotate(spec, rule, { ...rule.doc, hits: total, lastHitAt: timestamp(clock.now()) });
    }
  });
}

/** Some sites with the network of their first LAN and the zones of its two sides. */
async function originsOf(services: Services, companyId: string, choose: (ids: string[]) => string[]): Promise<Origin[]> {
  const sites = services.store.spec('Site');
  const rows = await services.system.pluck(sites, [{ path: 'companyId', in: [companyId] }], ['siteId']);
  const zones = await zonesOf(services, companyId);
  const origins: Origin[] = [];
  for (const siteId of choose(rows.map((row) => String(row.siteId)).toSorted())) {
    const network = (await services.system.get(sites, siteId))?.doc.lan?.[0]?.lanIp;
    if (network === undefined) continue;
    const [srcZone, dstZone] = [zones.get(`${siteId} LAN1`), zones.get(`${siteId} WAN1`)];
    origins.push({ siteId, network, ...(srcZone === undefined ? {} : { srcZone }), ...(dstZone === undefined ? {} : { dstZone }) });
  }
  return origins;
}

/** The zone of each interface, `site interface`. */
async function zonesOf(services: Services, companyId: string): Promise<Map<string, string>> {
  const zones = await services.system.docs(services.store.spec('Zone'), { where: { companyId }, skip: 0, limit: MOST });
  return new Map(
    zones.flatMap(({ id, interfaces = [] }) => interfaces.map((each): [string, string] => [`${each.siteId} ${each.interface}`, id])),
  );
}

function specOf({ store }: Services, name: string): ItemSpec {
  const spec = store.specNamed(name);
  if (!spec) throw new Error(`The contract has no ${name}`);
  return spec;
}
