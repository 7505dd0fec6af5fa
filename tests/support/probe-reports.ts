import type { Services } from '#server/kernel/services.ts';
import { addFacts } from '#server/simulator/world/platform/bulk-logs.ts';
import { timestamp } from '#server/store/clock.ts';

const PERIOD = 5 * 60_000;
const MOST_SITES = 50;

/** So many periods of probes of a company, written at once: of each of some of its sites, back from now. Answers which sites. */
export async function addProbeReports(services: Services, companyId: string, count: number): Promise<string[]> {
  const { store, system, clock } = services;
  const spec = store.spec('SlaReport');
  const [known] = await system.docs(spec, { where: { companyId }, skip: 0, limit: 1 });
  if (!known) throw new Error(`${companyId} has no report of probes.`);
  const sites = (await system.ids(store.spec('Site'), { companyId })).slice(0, MOST_SITES);
  const end = Math.floor(clock.now() / PERIOD) * PERIOD;
  await addFacts(services, spec, count, (index) => {
    const start = end - (1 + Math.floor(index / sites.length)) * PERIOD;
    return {
      ...known,
      id: `many-${index}`,
      siteId: sites[index % sites.length] ?? '',
      periodStart: timestamp(start),
      periodEnd: timestamp(start + PERIOD),
      latency: index % 97,
    };
  });
  return sites;
}
