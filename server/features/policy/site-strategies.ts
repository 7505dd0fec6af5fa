import type { Reading } from '#server/features/policy/packet-trace.ts';
import { type LoadedTable, ruleReader } from '#server/features/policy/rule-tables.ts';
import { rulesOfStrategy } from '#server/features/policy/strategy.ts';
import type { DocOf } from '#server/store/items/typed.ts';

const MOST = 10_000;

/** The rules that strategies have at each site of a company: they send traffic out somewhere, and stop none. */
export async function strategiesAt({ handle, services, path }: Reading): Promise<(siteId: string) => LoadedTable> {
  const { store, system } = services;
  const reads = system.within(store.engine.read);
  const where = { companyId: path.companyId ?? '', enable: true };
  const applied = await handle.docs(store.spec('StrategyApplication'), { where, skip: 0, limit: MOST });
  const docs = new Map<string, DocOf<'PolicyRule'>>();
  const atWork: { siteIds: readonly string[]; ids: readonly string[] }[] = [];
  for (const application of applied) {
    // what the sites never got is not at work
    if ((application.version ?? 0) === 0) continue;
    const rules = await rulesOfStrategy(reads, application);
    for (const { id, doc } of rules) docs.set(id, doc);
    atWork.push({ siteIds: application.siteIds ?? [], ids: rules.map(({ id }) => id) });
  }
  const all = await ruleReader(system)(docs);
  return (siteId) => {
    const ids = new Set(atWork.flatMap((each) => (each.siteIds.length === 0 || each.siteIds.includes(siteId) ? each.ids : [])));
    return { rules: all.filter(({ id }) => ids.has(id)), docs, outcome: (id) => docs.get(id)?.egressType ?? '', otherwise: undefined };
  };
}
