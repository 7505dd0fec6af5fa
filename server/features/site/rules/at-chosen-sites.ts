import { texts } from '#domain/json.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import type { ListQuery } from '#server/store/query/list-query.ts';

/** What the top bar chooses sites by (spec 2); no property of what stands at them. */
const nothing = (): Partial<ListQuery> => ({});
export const chosenSites: Pick<EntityRules, 'filters' | 'narrow'> = {
  filters: { city: nothing, siteTag: nothing, tagMatch: nothing },
  narrow: async (call) => {
    const among = [...chosen(call, 'city', 'city'), ...tagged(call)];
    const spec = call.services.store.spec('Site');
    if (among.length === 0) return {};
    const sites = await call.handle.pluck(spec, among, ['siteId']);
    return { among: [{ path: 'siteId', in: sites.map(({ siteId }) => String(siteId)) }] };
  },
};

function tagged(call: Call): NonNullable<ListQuery['among']> {
  const tags = chosen(call, 'siteTag', 'siteTag[]');
  return call.query.tagMatch === 'all' ? tags.flatMap(({ path, in: ids }) => ids.map((id) => ({ path, in: [id] }))) : tags;
}

function chosen(call: Call, name: string, path: string): { path: string; in: string[] }[] {
  const value = call.query[name];
  const values = texts([value].flat()).filter((each) => each !== '');
  return values.length === 0 ? [] : [{ path, in: values }];
}
