import type { AnswerOf, Call, CallOf } from '#server/kernel/handler.ts';
import type { EarlierChange } from '#generated/server/stored.ts';
import { causesOf } from '#server/features/alarm/index.ts';
import { visible } from '#server/features/platform/index.ts';
import { mayRead } from '#server/kernel/access/reader.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Row } from '#server/store/items/history.ts';
import { type ItemSpec, valuesAt } from '#server/store/items/item-spec.ts';
import { docOf } from '#server/store/items/typed.ts';
import { bySomebody, logPage, noneOf, ofTenants, oneOf } from '#server/store/query/revision-log.ts';

const HOUR = 3_600_000;
const SHOWN = 10;
const LOOKED_AT = 1000;
const LONGEST = 300;
/** As the revision of a device says that an upgrade changed it. */
const UPGRADED = 'upgradeDevice';
const order = { field: 'at', descending: true, newestFirst: true } as const;
/** Permissions of what people are, ask and answer: none of it is how the network is set up. */
const beside = ['account', 'diagnosis', 'report', 'monitor/alarm'];

type Before = { call: CallOf<'getChangesBefore'>; sites: ReadonlySet<string>; from: number; to: number };
type Around = Omit<Before, 'call'> & { call: Omit<Call, 'path' | 'query' | 'body'> & { path: { companyId: string } } };
/** A change with the sites with alarms that it was made at; of the whole company none. */
type ChangeCandidate = { at: number; sites: readonly string[]; change: Omit<EarlierChange, 'at' | 'scope' | 'site'> };

/** What was changed, upgraded or worked on before the first alarm of a cause: at its sites, or in their whole company (spec 2). */
export async function changesBefore(call: CallOf<'getChangesBefore'>): Promise<AnswerOf<'getChangesBefore'>> {
  const { companyId } = call.path;
  const { causes, alarms } = await causesOf(call, call.handle, [{ path: 'companyId', in: [companyId] }]);
  const cause = call.query.code === undefined ? causes[0] : causes.find(({ code }) => code === call.query.code);
  if (!cause) return { results: [] };
  const sites = new Set(alarms.flatMap(({ siteId, code }) => (siteId !== undefined && code === cause.code ? [siteId] : [])));
  const to = Date.parse(cause.since);
  const before: Before = { call, sites, from: to - call.query.hours * HOUR, to };
  const found = (await Promise.all([operationsAround(before), upgradesBefore(before), maintenanceBefore(before)])).flat();
  const isNear = ({ sites: at }: ChangeCandidate): number => Number(at.length > 0);
  const results = found.toSorted((a, b) => isNear(b) - isNear(a) || b.at - a.at).slice(0, SHOWN);
  const names = await namesOf(call, new Set(results.flatMap(({ sites: [first] }) => first ?? [])));
  return {
    cause,
    from: timestamp(before.from),
    results: results.map(({ at, sites: [first], change }) => {
      const site = names.get(first ?? '');
      return { at: timestamp(at), scope: first === undefined ? 'company' : 'site', ...(site === undefined ? {} : { site }), ...change };
    }),
  };
}

/** What people did: of the items of one request the latest, at the sites if it was there. */
export async function operationsAround({ call, sites, from, to }: Around): Promise<ChangeCandidate[]> {
  const { specs, engine } = call.services.store;
  const others = specs.filter((spec) => beside.some((node) => isUnder(spec, node))).map(({ name }) => name);
  const where = [...visible(call), ofTenants([call.path.companyId]), bySomebody, noneOf('operation', ['seed']), noneOf('resource', others)];
  const rows = await logPage(engine, { where, from, to, order }, { skip: 0, limit: LOOKED_AT });
  const standing = await sitesOf(call, rows);
  const near = rows.flatMap((row) => {
    const at = standing.get(row);
    const own = at?.filter((id) => sites.has(id)) ?? [];
    // what stands at other sites only is not what happened here
    return at && at.length > 0 && own.length === 0 ? [] : [{ row, own }];
  });
  return [...Map.groupBy(near, ({ row }) => `${row.request_id} ${row.action}`).values()].flatMap((group): ChangeCandidate[] => {
    const [shown] = group.toSorted((a, b) => b.own.length - a.own.length);
    if (!shown) return [];
    const { row, own } = shown;
    const change: ChangeCandidate['change'] = {
      what: row.label.slice(0, LONGEST),
      ...(group.length > 1 ? { items: group.length } : {}),
      kind: 'operation',
      operation: row.action,
      actor: row.actor,
      logId: String(row.seq),
      resource: row.resource,
      itemId: row.id,
    };
    return [{ at: row.at, sites: own, change }];
  });
}

/** Devices at the sites that run other software since then. */
async function upgradesBefore({ call, sites, from, to }: Before): Promise<ChangeCandidate[]> {
  const where = [...visible(call), ofTenants([call.path.companyId]), oneOf('resource', ['Device']), oneOf('operation', [UPGRADED])];
  const rows = await logPage(call.services.store.engine, { where, from, to, order }, { skip: 0, limit: LOOKED_AT });
  const standing = await sitesOf(call, rows);
  return rows.flatMap((row): ChangeCandidate[] => {
    const own = standing.get(row)?.filter((id) => sites.has(id)) ?? [];
    const change = { what: row.label.slice(0, LONGEST), kind: 'upgrade', resource: row.resource, itemId: row.id } as const;
    return own.length === 0 ? [] : [{ at: row.at, sites: own, change }];
  });
}

/** Work on the sites, or on all of the company's, that began then. */
async function maintenanceBefore({ call, sites, from, to }: Before): Promise<ChangeCandidate[]> {
  const { companyId } = call.path;
  const spec = call.services.store.spec('MaintenanceWindow');
  if (!mayRead(call, spec, companyId)) return [];
  const begun = await call.handle.docs(spec, {
    where: { companyId },
    ranges: [{ path: 'startTime', from, to }],
    sort: [{ path: 'startTime', descending: true }],
    skip: 0,
    limit: LOOKED_AT,
  });
  return begun.flatMap(({ id, name, startTime, siteIds = [] }) => {
    const own = siteIds.filter((siteId) => sites.has(siteId));
    if (siteIds.length > 0 && own.length === 0) return [];
    return [
      { at: Date.parse(startTime), sites: own, change: { what: name, kind: 'maintenance', resource: spec.name, itemId: id } as const },
    ];
  });
}

/** At which sites what was changed stands now; what is for all sites, or is gone, stands at none. */
async function sitesOf(call: Pick<Call, 'services' | 'handle'>, rows: readonly Row[]): Promise<Map<Row, string[]>> {
  const found = new Map<Row, string[]>();
  for (const [name, own] of Map.groupBy(rows, ({ resource }) => resource)) {
    const spec = call.services.store.specNamed(name);
    const { standsAt } = spec ?? {};
    if (!spec || !standsAt || 'companies' in standsAt) continue;
    if ('city' in standsAt) {
      for (const row of own) found.set(row, [row.id]);
      continue;
    }
    const ids = [...new Set(own.map(({ id }) => id))];
    const { rows: items } = await call.handle.list(spec, {
      among: [{ path: spec.id, in: ids }],
      skip: 0,
      limit: ids.length,
      whole: true,
    });
    const places = new Map(
      items.map(({ id, text }) => {
        const doc = docOf(spec, text);
        return [id, standsAt.sites.flatMap((path) => valuesAt(doc, path).map(String))];
      }),
    );
    for (const row of own) found.set(row, places.get(row.id) ?? []);
  }
  return found;
}

async function namesOf({ services, handle }: Pick<Call, 'services' | 'handle'>, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const sites = await handle.docs(services.store.spec('Site'), { where: { siteId: [...ids] }, skip: 0, limit: ids.size });
  return new Map(sites.map(({ siteId, name }) => [siteId, name]));
}

function isUnder({ resource }: ItemSpec, node: string): boolean {
  const { access } = Object.values(resource.operations).flat()[0] ?? {};
  return typeof access === 'object' && (access.node === node || access.node.startsWith(`${node}/`));
}
