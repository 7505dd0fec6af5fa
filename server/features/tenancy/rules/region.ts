import { ALL_SITES, texts } from '#server/kernel/access/rights.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Who looks after some areas of a company widens no area beyond them: accounts see the sites of their regions (spec 6). */
export const region: EntityRules<'Region'> = {
  check: (doc, { call, before }) => {
    const own = call.principal?.own.cities.get(doc.companyId);
    if (!own) return Promise.resolve([]);
    const had = new Set([...own, ...texts(before?.doc.cities)]);
    const cities = texts(doc.cities)
      .map((city, index) => ({ city, index }))
      .filter(({ city }) => !had.has(city))
      .map(({ city, index }) => ({ pointer: `/cities/${index}`, code: 'rule.giving.city', params: { value: city } }));
    const everything = doc.name === ALL_SITES && before?.doc.name !== ALL_SITES;
    return Promise.resolve(
      everything ? [...cities, { pointer: '/name', code: 'rule.giving.everySite', params: { value: ALL_SITES } }] : cities,
    );
  },
};
