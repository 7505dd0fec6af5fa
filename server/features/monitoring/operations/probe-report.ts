import { type Handler, read } from '#server/kernel/handler.ts';
import { listQuery, pageText } from '#server/kernel/resource/list.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';

/** Results of probes: as many rows as the display takes (spec 9), which the parameter's maximum says. */
export const probeReports: Readonly<Record<string, Handler>> = {
  listSlaReports: read(async (call) => {
    const spec = call.services.store.specs.get('SlaReport') as ItemSpec;
    const query = { ...listQuery(spec, call), limit: Number(call.query['limit']) };
    return { text: await pageText(call, await call.handle.list(spec, query), spec) };
  }),
};
