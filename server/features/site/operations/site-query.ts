import { asKeyOf, texts } from '#domain/json.ts';
import { locationUnknown, notFound } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { placesNamed } from '#server/features/tenancy/index.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Among } from '#server/store/query/reach.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { EntityName } from '#generated/server/entities.ts';
import { rowsText } from '#server/kernel/resource/list.ts';

const MOST = 1000;
const configStates = { undelivered: true, pending: true, running: true, success: true, failed: true } satisfies Record<
  NonNullable<DocOf<'Site'>['configState']>,
  true
>;

/** What pages ask about sites beside the sites themselves (spec 3, 7). */
export const siteQueries = {
  listCities: read(async (call) => {
    const [cities, regions] = await Promise.all([
      call.handle.tallies(specOf(call, 'Site'), { among: ofCompany(call), by: ['city'] }),
      call.handle.docs(specOf(call, 'Region'), { among: ofCompany(call), skip: 0, limit: MOST }),
    ]);
    const names = texts(cities.map(({ of }) => of['city']))
      .filter((city) => city !== '')
      .toSorted(byName);
    const regionOf = (city: string): string => regions.find((region) => region.cities?.includes(city))?.regionId ?? '';
    return {
      body: page(
        call,
        names.map((name) => ({ regionId: regionOf(name), name })),
      ),
    };
  }),

  listCitySites: read(async (call) => {
    const [sites, devices] = await Promise.all([
      call.handle.pluck(specOf(call, 'Site'), ofCompany(call), ['siteId', 'city']),
      call.handle.tallies(specOf(call, 'Device'), { among: ofCompany(call), by: ['siteId'] }),
    ]);
    const at = new Map(devices.map(({ of: { siteId }, count }) => [siteId, count]));
    const cities = new Map<string, { sites: number; devices: number }>();
    for (const { siteId, city } of sites) {
      if (typeof city !== 'string' || city === '') continue;
      const before = cities.get(city) ?? { sites: 0, devices: 0 };
      cities.set(city, { sites: before.sites + 1, devices: before.devices + (at.get(siteId) ?? 0) });
    }
    const results = [...cities].toSorted(([a], [b]) => byName(a, b)).map(([city, counts]) => ({ _id: city, ...counts }));
    return { body: { total: results.length, results } };
  }),

  listSiteSelection: read((call) => selectSites(call, [])),
  listWirelessSites: read((call) => selectSites(call, [{ path: 'wan[].medium', in: ['cellular'] }])),

  listSitesBase: read(async (call) => {
    const { rows } = await call.handle.list(specOf(call, 'Site'), { among: asked(call), skip: 0, limit: MOST });
    const texts = rows.map(({ text }) => text);
    return { text: rowsText(texts.length, texts) };
  }),

  listSitesInfo: read(async (call) => {
    const results = await documents(call, call.body.siteIds, asked(call));
    return { body: { total: results.length, results } };
  }),

  listConfigStatus: read(async (call) => {
    const sites = await call.handle.pluck(specOf(call, 'Site'), inQuery(call), ['siteId', 'configState', 'configuredAt']);
    const results = sites.map(({ siteId, configState, configuredAt }) => ({
      siteId: String(siteId),
      state: asKeyOf(configStates, configState) ?? 'undelivered',
      ...(configuredAt === undefined || configuredAt === null ? {} : { at: timestamp(Number(configuredAt)) }),
    }));
    return { body: { total: results.length, results } };
  }),

  getLocationInfo: read((call) => {
    const address = call.query.address;
    const [place] = placesNamed(address);
    if (!place) throw new ProblemError(locationUnknown({ address }));
    const city = /\p{Script=Han}/u.test(address) ? place.zh : place.en;
    return Promise.resolve({ body: { address, city, province: place.province, longitude: place.lon, latitude: place.lat } });
  }),

  listRouteInfoConfigs: read(async (call) => {
    const all = { sort: [{ path: 'code', descending: false }], skip: 0, limit: MOST };
    const [regions, zones, pops] = await Promise.all([
      call.handle.docs(specOf(call, 'BackboneRegion'), all),
      call.handle.docs(specOf(call, 'BackboneAz'), all),
      call.handle.docs(specOf(call, 'Pop'), all),
    ]);
    const open = zones.filter((zone) => zone.enable);
    const results = regions.flatMap((region) => {
      const here = new Set(open.filter((zone) => zone.regionId === region.id).map((zone) => zone.id));
      const own = pops.filter((pop) => here.has(pop.zoneId));
      if (!region.enable || own.length === 0) return [];
      const named = own.map((pop) => ({
        popId: pop.id,
        name: pop.name,
        serviceStatus: pop.serviceStatus,
      }));
      return [{ area: region.id, name: region.name, pops: named }];
    });
    return { body: page(call, results) };
  }),
} satisfies Handlers;

/** One page of sites to choose from. Only the page's own documents are read. */
async function selectSites(call: Call, more: Among[]) {
  const { city, siteTag, keyword, skip, limit, values } = call.query;
  const among = [
    ...ofCompany(call),
    ...more,
    ...(Array.isArray(city) ? [{ path: 'city', in: texts(city) }] : []),
    ...(Array.isArray(siteTag) ? [{ path: 'siteTag[]', in: texts(siteTag) }] : []),
  ];
  const { total, rows } = await call.handle.list(specOf(call, 'Site'), {
    among,
    contains: typeof keyword === 'string' ? [keyword.toLowerCase()] : [],
    sort: [{ path: 'name', descending: false }],
    skip: Number(skip ?? 0),
    limit: Number(limit ?? 20),
    pinned: texts(values),
  });
  const sites = await Promise.all(rows.map((row) => call.handle.get(specOf(call, 'Site'), row.id)));
  return { body: { total, results: sites.flatMap((site) => (site ? [selection(site.doc)] : [])) } };
}

/** With serials, and the bandwidth of each WAN port (spec 9: 1000 where none is set). */
function selection(site: DocOf<'Site'>) {
  const ports = site.wan ?? [];
  return {
    neId: site.siteId,
    name: site.name,
    sn: [site.sn, site.haSn].filter((sn) => sn !== undefined),
    ...(site.city === undefined ? {} : { city: site.city }),
    wan: ports.map((port) => ({
      logicName: port.logicName ?? '',
      ifaces: [
        {
          name: port.port ?? port.logicName ?? '',
          bandwidth: port.bandwidth?.down ?? 1000,
        },
      ],
    })),
  };
}

async function documents(call: Call, ids: string[], among: Among[]): Promise<DocOf<'Site'>[]> {
  const spec = specOf(call, 'Site');
  const reached = new Set((await call.handle.pluck(spec, among, ['siteId'])).map(({ siteId }) => siteId));
  const found = await Promise.all(ids.filter((id) => reached.has(id)).map((id) => call.handle.get(spec, id)));
  return found.flatMap((site) => (site ? [site.doc] : []));
}

const byName = (a: string, b: string): number => a.localeCompare(b);

/** One page of rows that were put together here; each is known by its name. */
function page<Row extends { name: string }>(call: Call, rows: readonly Row[]): { total: number; results: Row[] } {
  const { keyword, skip = 0, limit = 20, values } = call.query;
  const found = typeof keyword === 'string' ? rows.filter((row) => row.name.toLowerCase().includes(keyword.toLowerCase())) : rows;
  const wanted = new Set(skip === 0 ? texts(values) : []);
  const pinned = rows.filter((row) => wanted.has(row.name));
  const here = found.slice(Number(skip), Number(skip) + Number(limit)).filter((row) => !pinned.includes(row));
  return { total: found.length, results: [...pinned, ...here] };
}

function ofCompany(call: Call): Among[] {
  return [{ path: 'companyId', in: [call.path.companyId ?? ''] }];
}

function inQuery(call: Call): Among[] {
  const { companyId } = call.query;
  return typeof companyId === 'string' && companyId !== '' ? [{ path: 'companyId', in: [companyId] }] : [];
}

function asked(call: Call<{ companyId: string; siteIds: string[] }>): Among[] {
  const { companyId, siteIds } = call.body;
  return [
    { path: 'companyId', in: [companyId] },
    { path: 'siteId', in: siteIds },
  ];
}

function specOf<Name extends EntityName>(call: Call, name: Name): ItemSpec<Name> {
  const spec = call.services.store.specIf(name);
  if (!spec) throw new ProblemError(notFound());
  return spec;
}
