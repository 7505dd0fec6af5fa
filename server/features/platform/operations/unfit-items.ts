import { asObject } from '#domain/json.ts';
import { rowLabel } from '#domain/label.ts';
import { mayReadSome } from '#server/kernel/access/reader.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { type AnswerOf, type CallOf, type Handlers, read } from '#server/kernel/handler.ts';
import { SCANNED } from '#server/kernel/resource/list.ts';
import { reasonsOf, withoutUnfit } from '#server/kernel/resource/mismatch.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Among } from '#server/store/query/reach.ts';

type Asking = CallOf<'listUnfitItems'>;
type Page = AnswerOf<'listUnfitItems'>;

/** Every stored item that is no longer what the contract says, as far as the caller may read it. */
export const unfitItems = {
  listUnfitItems: read(async (call) => ({ body: await pageOf(call, { skip: call.query.skip ?? 0, limit: call.query.limit ?? 20 }) }), {
    rows: (call) => Promise.resolve(allOf(call)),
  }),
} satisfies Handlers;

async function* allOf(call: Asking): AsyncGenerator<string[]> {
  for (let skip = 0; ; skip += SCANNED) {
    const { results } = await pageOf(call, { skip, limit: SCANNED });
    if (results.length > 0) yield results.map((each) => JSON.stringify(each));
    if (results.length < SCANNED) return;
  }
}

/** A page over all kinds of items, one kind after the other. */
async function pageOf(call: Asking, { skip, limit }: { skip: number; limit: number }): Promise<Page> {
  const page: Page = { total: 0, results: [] };
  for (const spec of await suspected(call)) {
    const handle = readingHandle(call, spec);
    const first = Math.max(0, skip - page.total);
    const { total, rows } = await handle.list(spec, {
      among: ofCompany(call, spec),
      skip: first,
      limit: limit - page.results.length,
      whole: true,
      unfit: 'only',
    });
    page.total += total;
    const found = await call.services.store.fits.findingsOf(
      spec,
      rows.map(({ id }) => id),
    );
    for (const { id, owner, text } of rows) {
      const findings = found.get(id) ?? [];
      const label = rowLabel(spec.resource.label, withoutUnfit(spec, asObject(JSON.parse(text)), findings), id);
      const reasons = reasonsOf(spec, call, owner, findings);
      page.results.push({
        id: `${spec.name}:${id}`,
        resource: spec.name,
        itemId: id,
        label,
        reasons,
        ...(owner === null ? {} : { companyId: owner }),
      });
    }
  }
  return page;
}

/** The kinds of items of which some may not fit, all of them looked through. */
async function suspected(call: Asking): Promise<ItemSpec[]> {
  const wanted = new Set(call.query.resource);
  const found = await call.services.store.fits.suspectsAll();
  return found
    .filter((spec) => mayReadSome(call, spec) && (wanted.size === 0 || wanted.has(spec.name)))
    .filter((spec) => call.query.companyId === undefined || spec.owner !== undefined)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function ofCompany(call: Asking, { owner }: ItemSpec): Among[] {
  const { companyId } = call.query;
  return companyId === undefined || owner === undefined ? [] : [{ path: owner, in: [companyId] }];
}
