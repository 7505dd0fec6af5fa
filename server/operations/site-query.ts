import { locationUnknown, notFound } from '#generated/problems.ts';
import { type Call, type Handler, read } from '#server/handler.ts';
import { placesNamed, provinceOf } from '#server/operations/places.ts';
import { ProblemError } from '#server/problem.ts';
import { cities } from '#server/seed/cities.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Among } from '#server/store/reach.ts';
import { type Doc } from '#server/store/tables.ts';

const MOST = 100_000;

/** What pages ask about sites beside the sites themselves (spec 3, 7). */
export const siteQueries: Readonly<Record<string, Handler>> = {
  listCities: read(async (call) => {
    const names = [...(await countBy(call, 'Site', 'city')).keys()];
    const regions = await rowsOf(call, 'Region', ofCompany(call));
    const regionOf = (city: string): string =>
      String(regions.find((region) => (region['cities'] as string[] | undefined)?.includes(city))?.['regionId'] ?? '');
    return {
      body: page(
        call,
        names.map((name): Doc => ({ regionId: regionOf(name), name })),
        'name',
      ),
    };
  }),

  listCitySites: read(async (call) => {
    const counts = await countBy(call, 'Site', 'city');
    const sites = await rowsOf(call, 'Site', ofCompany(call));
    const cityOf = new Map(sites.map((site) => [site['siteId'], String(site['city'] ?? '')]));
    const devices = new Map<string, number>();
    for (const device of await rowsOf(call, 'Device', ofCompany(call))) {
      const city = cityOf.get(device['siteId'] ?? null);
      if (city !== undefined) devices.set(city, (devices.get(city) ?? 0) + 1);
    }
    const results = [...counts].map(([city, count]) => ({ _id: city, sites: count, devices: devices.get(city) ?? 0 }));
    return { body: { total: results.length, results } };
  }),

  listSiteSelection: read(async (call) => ({ body: page(call, (await selectable(call)).map(selection), 'name') })),

  listWirelessSites: read(async (call) => {
    const cellular = (await selectable(call)).filter((site) => portsOf(site).some((port) => port['medium'] === 'cellular'));
    return { body: page(call, cellular.map(selection), 'name') };
  }),

  listSitesBase: read(async (call) => {
    const { rows } = await call.handle.list(specOf(call, 'Site'), { among: asked(call), skip: 0, limit: MOST });
    return { body: { total: rows.length, results: rows.map((row) => JSON.parse(row.text) as Doc) } };
  }),

  listSitesInfo: read(async (call) => {
    const results = await fullSites(call, asked(call));
    return { body: { total: results.length, results } };
  }),

  listConfigStatus: read(async (call) => {
    const sites = await rowsOf(call, 'Site', inQuery(call));
    const results = sites.map((site) => ({
      siteId: site['siteId'],
      state: site['configState'] ?? 'success',
      ...(site['updatedAt'] === undefined ? {} : { at: site['updatedAt'] }),
    }));
    return { body: { total: results.length, results } };
  }),

  getLocationInfo: read((call) => {
    const address = String(call.query['address']);
    const [place] = placesNamed(address);
    if (!place) throw new ProblemError(locationUnknown({ address }));
    const chinese = /\p{Script=Han}/u.test(address);
    return Promise.resolve({
      body: { address, city: chinese ? place.zh : place.en, province: place.province, longitude: place.lon, latitude: place.lat },
    });
  }),

  listRouteInfoConfigs: read((call) => {
    const areas = [...new Set(cities.map((city) => city.area))];
    const results = areas.map((area): Doc => {
      const pops = cities.filter((city) => city.area === area).slice(0, 2);
      const named = call.language === 'zh';
      return {
        area: areaId(area),
        name: area,
        pops: pops.map((city) => ({
          popId: `pop-${city.en.toLowerCase()}-1`,
          name: `${named ? city.zh : city.en} 1`,
          serviceStatus: 'normal',
        })),
      };
    });
    return Promise.resolve({ body: page(call, results, 'name') });
  }),

  listSiteProvinces: read(async (call) => {
    const byProvince = new Map<string, Doc>();
    for (const site of await rowsOf(call, 'Site', inQuery(call))) {
      const place = provinceOf(String(site['city'] ?? ''));
      const province = place?.province ?? String(site['city'] ?? '');
      const known = byProvince.get(province) ?? {
        province,
        sites: 0,
        online: 0,
        ...(place ? { longitude: place.lon, latitude: place.lat } : {}),
      };
      byProvince.set(province, {
        ...known,
        sites: Number(known['sites']) + 1,
        online: Number(known['online']) + (site['state'] === 'ONLINE' ? 1 : 0),
      });
    }
    const results = [...byProvince.values()];
    return { body: { total: results.length, results } };
  }),
};

function areaId(area: string): string {
  return `area-${[...new Set(cities.map((city) => city.area))].findIndex((each) => each === area) + 1}`;
}

/** Sites to choose from, after the call's own filters. */
async function selectable(call: Call): Promise<Doc[]> {
  const { city, siteTag } = call.query;
  const among = [
    ...ofCompany(call),
    ...(Array.isArray(city) ? [{ path: 'city', in: city as string[] }] : []),
    ...(Array.isArray(siteTag) ? [{ path: 'siteTag[]', in: siteTag as string[] }] : []),
  ];
  return fullSites(call, among);
}

/** With serials, and the bandwidth of each WAN port (spec 9: 1000 where none is set). */
function selection(site: Doc): Doc {
  return {
    neId: site['siteId'] ?? '',
    name: site['name'] ?? '',
    sn: [site['sn'], site['haSn']].filter((sn) => typeof sn === 'string'),
    ...(site['city'] === undefined ? {} : { city: site['city'] }),
    wan: portsOf(site).map((port) => ({
      logicName: port['logicName'] ?? '',
      ifaces: [
        { name: port['port'] ?? port['logicName'] ?? '', bandwidth: (port['bandwidth'] as { down?: number } | undefined)?.down ?? 1000 },
      ],
    })),
  };
}

function portsOf(site: Doc): Doc[] {
  return Array.isArray(site['wan']) ? (site['wan'] as Doc[]) : [];
}

async function fullSites(call: Call, among: Among[]): Promise<Doc[]> {
  const spec = specOf(call, 'Site');
  const { rows } = await call.handle.list(spec, { among, skip: 0, limit: MOST, sort: [{ path: 'name', descending: false }] });
  const found = await Promise.all(rows.map((row) => call.handle.get(spec, row.id)));
  return found.flatMap((stored) => (stored ? [stored.doc] : []));
}

async function rowsOf(call: Call, resource: string, among: Among[]): Promise<Doc[]> {
  const { rows } = await call.handle.list(specOf(call, resource), { among, skip: 0, limit: MOST });
  return rows.map((row) => JSON.parse(row.text) as Doc);
}

async function countBy(call: Call, resource: string, property: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const row of await rowsOf(call, resource, ofCompany(call))) {
    const value = row[property];
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** One page of rows that were put together here. */
function page(call: Call, rows: Doc[], label: string): { total: number; results: Doc[] } {
  const { keyword, skip = 0, limit = 20, values } = call.query;
  const found = typeof keyword === 'string' ? rows.filter((row) => String(row[label]).toLowerCase().includes(keyword.toLowerCase())) : rows;
  const wanted = new Set(Array.isArray(values) ? (values as string[]) : []);
  const pinned = wanted.size > 0 && skip === 0 ? rows.filter((row) => wanted.has(String(row['neId'] ?? row[label]))) : [];
  const here = found.slice(Number(skip), Number(skip) + Number(limit)).filter((row) => !pinned.includes(row));
  return { total: found.length, results: [...pinned, ...here] };
}

function ofCompany(call: Call): Among[] {
  return [{ path: 'companyId', in: [call.path['companyId'] ?? ''] }];
}

function inQuery(call: Call): Among[] {
  const { companyId } = call.query;
  return typeof companyId === 'string' && companyId !== '' ? [{ path: 'companyId', in: [companyId] }] : [];
}

function asked(call: Call): Among[] {
  const { companyId, siteIds } = call.body as { companyId: string; siteIds: string[] };
  return [
    { path: 'companyId', in: [companyId] },
    { path: 'siteId', in: siteIds },
  ];
}

function specOf(call: Call, name: string): ItemSpec {
  const spec = call.services.store.specs.get(name);
  if (!spec) throw new ProblemError(notFound());
  return spec;
}
