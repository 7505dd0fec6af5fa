import { type Json } from '#domain/model.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

/** Reads of a transaction, or of the server outside one. */
export type Reads = Pick<Transaction, 'anyOf' | 'db' | 'handle'>;

/** The enabled rules of a strategy application in the order in which they are tried, each once. */
export async function rulesOfStrategy(tx: Reads, application: Doc): Promise<Stored[]> {
  const templates = await templatesOf(tx, application);
  const ids = [...new Set(templates.flatMap((template) => textsOf(template.ruleIds)))];
  const rules: Stored[] = [];
  for (const id of ids) {
    const rule = await tx.anyOf(specOf(tx, 'PolicyRule'), id);
    if (rule && rule.doc.enable !== false) rules.push(rule);
  }
  return rules;
}

async function templatesOf(tx: Reads, application: Doc): Promise<Doc[]> {
  const { kind, scenarioId, templateId } = application;
  const scenario = kind === 'scenario' ? await tx.anyOf(specOf(tx, 'PolicyScenario'), String(scenarioId)) : undefined;
  if (scenario?.doc.enable === false) return [];
  const ids = kind === 'scenario' ? textsOf(scenario?.doc.templateIds) : [String(templateId)];
  const templates: Doc[] = [];
  for (const id of ids) {
    const template = await tx.anyOf(specOf(tx, 'PolicyTemplate'), id);
    if (template && template.doc.enable !== false) templates.push(template.doc);
  }
  return templates;
}

/** The sites of a strategy application with whether each has a device; all of the company where none is named. */
export async function sitesOfStrategy(tx: Reads, application: Doc): Promise<{ siteId: string; hasDevice: boolean }[]> {
  const named = textsOf(application.siteIds);
  const sites = specOf(tx, 'Site');
  let query = tx.db.selectFrom(sites.table).select(['id', 'c_sn']).where('owner', '=', String(application.companyId));
  if (named.length > 0) query = query.where('id', 'in', named);
  const rows = await query.execute();
  return rows.map((row) => ({ siteId: row.id, hasDevice: typeof row.c_sn === 'string' && row.c_sn !== '' }));
}

/** Sites at which one of these templates is at work, by itself or in a scenario. */
export async function sitesOfTemplates(tx: Reads, templates: readonly string[]): Promise<Set<string>> {
  const scenarios = await usersOf(tx, 'PolicyScenario', 'PolicyTemplate', templates);
  const applications = new Set([
    ...(await usersOf(tx, 'StrategyApplication', 'PolicyTemplate', templates)),
    ...(await usersOf(tx, 'StrategyApplication', 'PolicyScenario', scenarios)),
  ]);
  const sites = new Set<string>();
  for (const id of applications) {
    const application = await tx.anyOf(specOf(tx, 'StrategyApplication'), id);
    for (const { siteId } of application ? await sitesOfStrategy(tx, application.doc) : []) sites.add(siteId);
  }
  return sites;
}

async function usersOf(tx: Reads, resource: string, target: string, values: readonly string[]): Promise<string[]> {
  if (values.length === 0) return [];
  const rows = await tx.db
    .selectFrom('refs')
    .select('id')
    .distinct()
    .where('resource', '=', resource)
    .where('target', '=', target)
    .where('value', 'in', [...values])
    .execute();
  return rows.map(({ id }) => id);
}

/** What sites have got of each rule. */
export type IssuedRule = { ruleId: string; revision: number };

export function issuedRule({ id, revision }: Stored): IssuedRule {
  return { ruleId: id, revision };
}

/** Whether the sites have the rules as they are now. */
export function standingOf(application: Doc, rules: readonly IssuedRule[]): 'never' | 'current' | 'outdated' {
  if (Number(application.version ?? 0) === 0) return 'never';
  const same = JSON.stringify(ordered(issuedOf(application))) === JSON.stringify(ordered(rules));
  return same && application.state !== 'pending' ? 'current' : 'outdated';
}

export function issuedOf(application: Doc): IssuedRule[] {
  return (application.issuedRules ?? []) as IssuedRule[];
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
  const templates = changed.target === 'PolicyRule' ? await usersOf(tx, 'PolicyTemplate', 'PolicyRule', [changed.id]) : [];
  if (changed.target === 'PolicyTemplate') templates.push(changed.id);
  const scenarios = changed.target === 'PolicyScenario' ? [changed.id] : await usersOf(tx, 'PolicyScenario', 'PolicyTemplate', templates);
  const spec = specOf(tx, 'StrategyApplication');
  const ids = new Set([
    ...(await usersOf(tx, 'StrategyApplication', 'PolicyTemplate', templates)),
    ...(await usersOf(tx, 'StrategyApplication', 'PolicyScenario', scenarios)),
  ]);
  // many applications share few scenarios and templates
  const known = new Map<string, Promise<IssuedRule[]>>();
  for (const id of ids) {
    const application = await tx.anyOf(spec, id);
    if (!application) continue;
    const source = JSON.stringify([application.doc.kind, application.doc.scenarioId, application.doc.templateId]);
    const rules = known.get(source) ?? rulesOfStrategy(tx, application.doc).then((found) => found.map(issuedRule));
    known.set(source, rules);
    const standing = standingOf(application.doc, await rules);
    if (standing !== application.doc.standing) await tx.annotate(spec, application, { ...application.doc, standing });
  }
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

export function specOf({ handle }: Pick<Reads, 'handle'>, name: string): ItemSpec {
  const spec = handle.store.specs.get(name);
  if (!spec) throw new Error(`The contract has no ${name}`);
  return spec;
}
