import { placesAt, type SitePlace } from '#server/features/site/index.ts';
import { siteSeries } from '#server/features/monitoring/operations/bandwidth.ts';
import { correctionFor } from '#server/features/monitoring/operations/monitor-query.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { mapInTurns } from '#server/store/breathe.ts';

const WINDOW_MS = 30 * 60 * 1000;
const POINTS = 30;

/** What stands in the rows of a list of sites, asked for those that are in sight. */
export const siteFigures = {
  listSiteTraffic: read(async ({ services, handle, query }) => {
    const { clock, telemetry } = services;
    const to = clock.now();
    const places = await placesAt(services, handle, query.siteId);
    const companies = [...Map.groupBy(places, ({ companyId }: SitePlace) => companyId)];
    const answers = await Promise.all(
      companies.map(async ([companyId, own]) => {
        const correction = await correctionFor(services, companyId, false);
        return siteSeries({ places: own, window: { from: to - WINDOW_MS, to, points: POINTS }, correction, telemetry, now: to });
      }),
    );
    const results = answers.flat();
    return { body: { total: results.length, results } };
  }),

  listSiteAlarms: read(async ({ services, handle, query }) => {
    const { store } = services;
    const own = await handle.pluck(store.spec('Site'), [{ path: 'siteId', in: query.siteId }], ['siteId']);
    const sites = own.map(({ siteId }) => String(siteId));
    const firing = [
      { path: 'neId', in: sites },
      { path: 'status', in: ['firing'] },
    ];
    const rows = sites.length === 0 ? [] : await handle.pluck(store.spec('Alert'), firing, ['neId']);
    const counts = Map.groupBy(rows, ({ neId }) => String(neId));
    const results = await mapInTurns(sites, (siteId) => ({ siteId, count: counts.get(siteId)?.length ?? 0 }));
    return { body: { total: results.length, results } };
  }),
} satisfies Handlers;
