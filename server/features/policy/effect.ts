import { rowLabel } from '#domain/label.ts';
import type { Effect, EffectChange, EffectPlace } from '#generated/server/stored.ts';
import type { Call } from '#server/kernel/handler.ts';
import { type IssuedRule, issuedOf, issuedRule, type Reads, rulesOfStrategy, sitesOfStrategy } from '#server/features/policy/strategy.ts';
import { documentAt } from '#server/store/items/history.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Stored } from '#server/store/items/tables.ts';

type Kind = EffectChange['kind'];
export type Obstacle = NonNullable<Effect['obstacle']>;

/** What keeps an application from being issued. */
export function obstacleOf(rules: readonly unknown[], sites: readonly { hasDevice: boolean }[]): Obstacle | undefined {
  if (sites.length === 0) return 'noSites';
  if (rules.length === 0) return 'noRules';
  return sites.some((site) => site.hasDevice) ? undefined : 'noDevice';
}

/**
 * What an issue of a strategy application would change now, rule by rule and site by site, beside what the sites have
 * since the last one. Names and contents are those that the caller may see.
 */
export async function effectOf(call: Call, application: DocOf<'StrategyApplication'>): Promise<Effect> {
  const { store, system } = call.services;
  const reads: Reads = { db: store.engine.read, handle: system, anyOf: (of, id) => system.get(of, id) };
  const [rules, sites] = await Promise.all([rulesOfStrategy(reads, application), sitesOfStrategy(reads, application)]);
  const had = issuedOf(application);
  const next = rules.map(issuedRule);
  const diff = ruleDiff(had, next);
  const kinds = placeKinds(sites, new Set(application.issuedSites), diff);
  const seen = await call.handle.pluck(store.spec('Site'), [{ path: 'companyId', in: [application.companyId] }], ['siteId', 'name']);
  const places = seen.flatMap(({ siteId, name }): EffectPlace[] => {
    const kind = kinds.get(String(siteId));
    return kind ? [{ resource: 'Site', id: String(siteId), label: String(name), ...kind, ...countsAt(kind.kind, diff, had, next) }] : [];
  });
  const all = [...kinds.values()].map(({ kind }) => kind);
  const at = (kind: Kind): number => all.filter((each) => each === kind).length;
  const present = new Map(rules.map((rule) => [rule.id, rule]));
  const obstacle = obstacleOf(rules, sites);
  return {
    version: application.version ?? 0,
    ...(obstacle ? { obstacle } : {}),
    changes: await seenChanges(
      call,
      store.spec('PolicyRule'),
      changesOf(diff, had, next, at),
      new Map(had.map((rule) => [rule.ruleId, rule])),
      present,
    ),
    places,
    hiddenPlaces: kinds.size - places.length,
    unchanged: diff.unchanged,
    reordered: diff.reordered,
  };
}

type Diff = ReturnType<typeof ruleDiff>;

/** What sites would get beside what they have. */
function ruleDiff(issued: readonly IssuedRule[], next: readonly IssuedRule[]) {
  const had = new Map(issued.map((rule) => [rule.ruleId, rule.revision]));
  const has = new Set(next.map(({ ruleId }) => ruleId));
  const kept = next.filter(({ ruleId }) => had.has(ruleId));
  const changed = kept.filter(({ ruleId, revision }) => had.get(ruleId) !== revision);
  return {
    added: next.filter(({ ruleId }) => !had.has(ruleId)),
    changed,
    removed: issued.filter(({ ruleId }) => !has.has(ruleId)),
    unchanged: kept.length - changed.length,
    reordered: issued.filter(({ ruleId }) => has.has(ruleId)).some(({ ruleId }, index) => kept[index]?.ruleId !== ruleId),
  };
}

function placeKinds(sites: readonly { siteId: string; hasDevice: boolean }[], issued: ReadonlySet<string>, diff: Diff) {
  const isSame = diff.added.length + diff.changed.length + diff.removed.length === 0 && !diff.reordered;
  const kinds = new Map<string, Pick<EffectPlace, 'kind' | 'reason'>>();
  for (const { siteId, hasDevice } of sites) {
    if (!hasDevice) kinds.set(siteId, { kind: 'skipped', reason: 'noDevice' });
    else if (!issued.has(siteId)) kinds.set(siteId, { kind: 'added' });
    else kinds.set(siteId, { kind: isSame ? 'unchanged' : 'changed' });
  }
  // sites that left the application give back what they got
  for (const siteId of issued) if (!kinds.has(siteId)) kinds.set(siteId, { kind: 'removed' });
  return kinds;
}

function countsAt(kind: EffectPlace['kind'], diff: Diff, had: readonly IssuedRule[], next: readonly IssuedRule[]): Record<Kind, number> {
  if (kind === 'added') return { added: next.length, changed: 0, removed: 0 };
  if (kind === 'removed') return { added: 0, changed: 0, removed: had.length };
  if (kind !== 'changed') return { added: 0, changed: 0, removed: 0 };
  return { added: diff.added.length, changed: diff.changed.length, removed: diff.removed.length };
}

type BareChange = Pick<EffectChange, 'id' | 'kind' | 'at' | 'places'>;

/** Each rule with what happens to it, and at which sites: new ones get every rule, those that leave lose every one. */
function changesOf(diff: Diff, had: readonly IssuedRule[], next: readonly IssuedRule[], at: (kind: Kind) => number): BareChange[] {
  const news = new Set(diff.added.map(({ ruleId }) => ruleId));
  const olds = new Set(diff.removed.map(({ ruleId }) => ruleId));
  const change = (id: string, kind: Kind, among: Kind[]): BareChange => {
    const where = among.filter((each) => at(each) > 0);
    return { id, kind, at: where, places: where.reduce((sum, each) => sum + at(each), 0) };
  };
  return [
    ...next.map(({ ruleId }) => change(ruleId, 'added', news.has(ruleId) ? ['added', 'changed'] : ['added'])),
    ...diff.changed.map(({ ruleId }) => change(ruleId, 'changed', ['changed'])),
    ...had.map(({ ruleId }) => change(ruleId, 'removed', olds.has(ruleId) ? ['changed', 'removed'] : ['removed'])),
  ].filter(({ places }) => places > 0);
}

/** Names and contents of what the caller may see. */
async function seenChanges(
  call: Call,
  spec: ItemSpec<'PolicyRule'>,
  changes: readonly BareChange[],
  had: ReadonlyMap<string, IssuedRule>,
  present: ReadonlyMap<string, Stored<DocOf<'PolicyRule'>>>,
): Promise<EffectChange[]> {
  const described: EffectChange[] = [];
  for (const change of changes) {
    const seen = await call.handle.get(spec, change.id);
    const label = seen && rowLabel(spec.resource.label, seen.doc, seen.id);
    const issued = seen && change.kind !== 'added' ? had.get(change.id) : undefined;
    const before = issued && (await documentAt(call.services.store.engine.read, spec, change.id, seen, issued.revision));
    const after = change.kind === 'removed' || !seen ? undefined : present.get(change.id)?.doc;
    described.push({
      resource: spec.name,
      ...change,
      ...(label === undefined ? {} : { label }),
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    });
  }
  return described;
}
