import { findItems } from '#server/store/query/lookup.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

type Application = Omit<Draft<'StrategyApplication'>, 'revision'>;

/** Reads of a transaction, or of the server outside one. */
export type Reads = Pick<Transaction, 'anyOf' | 'db' | 'handle'>;

/** The enabled rules of a strategy application in the order in which they are tried, each once. */
export async function rulesOfStrategy(tx: Reads, application: Application): Promise<Stored<DocOf<'PolicyRule'>>[]> {
  const templates = await templatesOf(tx, application);
  const ids = [...new Set(templates.flatMap((template) => template.ruleIds))];
  const rules: Stored<DocOf<'PolicyRule'>>[] = [];
  for (const id of ids) {
    const rule = await tx.anyOf(tx.handle.store.spec('PolicyRule'), id);
    if (rule?.doc.enable) rules.push(rule);
  }
  return rules;
}

async function templatesOf(tx: Reads, { kind, scenarioId = '', templateId = '' }: Application): Promise<DocOf<'PolicyTemplate'>[]> {
  const { store } = tx.handle;
  const scenario = kind === 'scenario' ? await tx.anyOf(store.spec('PolicyScenario'), scenarioId) : undefined;
  if (scenario?.doc.enable === false) return [];
  const ids = kind === 'scenario' ? (scenario?.doc.templateIds ?? []) : [templateId];
  const templates: DocOf<'PolicyTemplate'>[] = [];
  for (const id of ids) {
    const template = await tx.anyOf(store.spec('PolicyTemplate'), id);
    if (template?.doc.enable) templates.push(template.doc);
  }
  return templates;
}

/** The sites of a strategy application with whether each has a device; all of the company where none is named. */
export async function sitesOfStrategy(
  { db, handle }: Reads,
  { companyId, siteIds = [] }: Application,
): Promise<{ siteId: string; hasDevice: boolean }[]> {
  const named = siteIds.length > 0 ? { siteId: siteIds } : {};
  const found = await findItems(db, handle.store.spec('Site'), { companyId, ...named });
  return found.map(({ id, doc }) => ({ siteId: id, hasDevice: (doc.sn ?? '') !== '' }));
}

/** Sites at which one of these templates is at work, by itself or in a scenario. */
export async function sitesOfTemplates(tx: Reads, templates: readonly string[]): Promise<Set<string>> {
  const sites = new Set<string>();
  for (const { doc } of await applicationsOf(tx, { templates, scenarios: await scenariosOf(tx, templates) }))
    for (const { siteId } of await sitesOfStrategy(tx, doc)) sites.add(siteId);
  return sites;
}

async function scenariosOf({ db, handle }: Reads, templates: readonly string[]): Promise<string[]> {
  return (await findItems(db, handle.store.spec('PolicyScenario'), { 'templateIds[]': templates })).map(({ id }) => id);
}

/** The applications of templates and of scenarios. */
async function applicationsOf(
  { db, handle }: Reads,
  { templates, scenarios }: { templates: readonly string[]; scenarios: readonly string[] },
): Promise<Stored<DocOf<'StrategyApplication'>>[]> {
  const spec = handle.store.spec('StrategyApplication');
  const found = [...(await findItems(db, spec, { templateId: templates })), ...(await findItems(db, spec, { scenarioId: scenarios }))];
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/** What sites have got of each rule. */
export type IssuedRule = { ruleId: string; revision: number };

export function issuedRule({ id, revision }: Stored): IssuedRule {
  return { ruleId: id, revision };
}

/** Whether the sites have the rules as they are now. */
export function standingOf(application: Application, rules: readonly IssuedRule[]): 'never' | 'current' | 'outdated' {
  if ((application.version ?? 0) === 0) return 'never';
  const same = JSON.stringify(ordered(issuedOf(application))) === JSON.stringify(ordered(rules));
  return same && application.state !== 'pending' ? 'current' : 'outdated';
}

export function issuedOf({ issuedRules = [] }: Application): readonly IssuedRule[] {
  return issuedRules;
}

/** A stored object need not keep the order of its properties. */
function ordered(rules: readonly IssuedRule[]): [string, number][] {
  return rules.map(({ ruleId, revision }) => [ruleId, revision]);
}

/** What is at work of something that changed: the applications that would now issue other rules are noted as out of date. */
export async function noteStandings(
  tx: Transaction,
  changed: { target: 'PolicyRule' | 'PolicyTemplate' | 'PolicyScenario'; id: string },
): Promise<void> {
  const { db, handle } = tx;
  const templates =
    changed.target === 'PolicyRule'
      ? (await findItems(db, handle.store.spec('PolicyTemplate'), { 'ruleIds[]': changed.id })).map(({ id }) => id)
      : changed.target === 'PolicyTemplate'
        ? [changed.id]
        : [];
  const scenarios = changed.target === 'PolicyScenario' ? [changed.id] : await scenariosOf(tx, templates);
  // many applications share few scenarios and templates
  const known = new Map<string, Promise<IssuedRule[]>>();
  for (const application of await applicationsOf(tx, { templates, scenarios })) {
    const { kind, scenarioId, templateId } = application.doc;
    const source = JSON.stringify([kind, scenarioId, templateId]);
    const rules = known.get(source) ?? rulesOfStrategy(tx, application.doc).then((found) => found.map(issuedRule));
    known.set(source, rules);
    const standing = standingOf(application.doc, await rules);
    if (standing !== application.doc.standing)
      await tx.annotate(handle.store.spec('StrategyApplication'), application, { ...application.doc, standing });
  }
}
