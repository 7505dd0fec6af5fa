import { type Handlers, read } from '#server/kernel/handler.ts';
import { listQuery, pageText } from '#server/kernel/resource/list.ts';
import type { ListQuery } from '#server/store/query/list-query.ts';

/** Results of probes: as many rows as the display takes (spec 9), which the parameter's maximum says. */
export const probeReports = {
  listSlaReports: read(async (call) => {
    const spec = call.services.store.spec('SlaReport');
    const query: ListQuery = { ...listQuery(spec, call), limit: call.query.limit, unfit: 'marked' };
    return { text: await pageText(call, await call.handle.list(spec, query), spec) };
  }),
} satisfies Handlers;
