import { type DocOf, docOf } from '#server/store/items/typed.ts';
import type { SiteLocation } from '#generated/server/stored.ts';
import { type AnswerOf, type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { narrowedQuery } from '#server/kernel/resource/list.ts';
import { provinceOf } from '#server/features/tenancy/index.ts';
import { breathe } from '#server/store/breathe.ts';

const MOST_SITES = 20_000;
const shown = ['city', 'state', 'longitude', 'latitude'] as const;
type Located = Pick<DocOf<'Site'>, (typeof shown)[number]>;

/** Where the sites of a list are (spec 7, 2). */
export const siteLocations = {
  listSiteCities: read(async (call) => located(call, (city) => city)),
  listSiteProvinces: read(async (call) => located(call, (city) => provinceOf(city)?.province ?? city)),
} satisfies Handlers;

/** The sites that fit the filters of the list, by the name of their place; those that name no city are together. */
async function located(call: Call, placeOf: (city: string) => string): Promise<{ body: AnswerOf<'listSiteProvinces'> }> {
  const spec = call.services.store.spec('Site');
  const { keyword } = call.query;
  const query = await narrowedQuery(spec, call);
  const words =
    typeof keyword === 'string'
      ? keyword
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => word !== '')
      : [];
  const { rows } = await call.handle.list(spec, { ...query, contains: words, only: shown, skip: 0, limit: MOST_SITES });
  const places = new Map<string, Located[]>();
  for (const { text } of rows) {
    await breathe();
    const site: Located = docOf(spec, text);
    const place = placeOf(site.city ?? '');
    places.set(place, [...(places.get(place) ?? []), site]);
  }
  const results = [...places.values()].map(locationOf);
  return { body: { total: results.length, results } };
}

function locationOf(sites: readonly Located[]): SiteLocation {
  const cities = [...new Set(sites.flatMap(({ city }) => city ?? []))];
  const known = cities.flatMap((city) => provinceOf(city) ?? []);
  const points = sites.flatMap(({ longitude, latitude }) =>
    longitude === undefined || latitude === undefined ? [] : [{ longitude, latitude }],
  );
  // without coordinates of their own they are where their city is
  const where = points.length > 0 ? points : known.map(({ lon, lat }) => ({ longitude: lon, latitude: lat }));
  const mean = (of: 'longitude' | 'latitude'): number =>
    Math.round((where.reduce((sum, each) => sum + each[of], 0) / where.length) * 1e4) / 1e4;
  const count = (...states: Located['state'][]): number => sites.filter(({ state }) => states.includes(state)).length;
  return {
    province: known[0]?.province ?? cities[0] ?? '',
    cities,
    sites: sites.length,
    online: count('ONLINE', 'EXCEPTION'),
    degraded: count('EXCEPTION'),
    down: count('OFFLINE', 'TEMPORARYOFFLINE'),
    ...(where.length === 0 ? {} : { longitude: mean('longitude'), latitude: mean('latitude') }),
  };
}
