import { type Json } from '#domain/model.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Stored } from '#server/store/handle.ts';
import { type Doc } from '#server/store/tables.ts';
import { type Transaction } from '#server/store/transaction.ts';

/** Reads of a transaction, or of the server outside one. */
export type Reads = Pick<Transaction, 'anyOf' | 'db' | 'handle'>;

/** The enabled rules of a strategy application in the order in which they are tried, each once. */
export async function rulesOfStrategy(tx: Reads, application: Doc): Promise<Stored[]> {
  const templates = await templatesOf(tx, application);
  const ids = [...new Set(templates.flatMap((template) => textsOf(template['ruleIds'])))];
  const rules: Stored[] = [];
  for (const id of ids) {
    const rule = await tx.anyOf(specOf(tx, 'PolicyRule'), id);
    if (rule && rule.doc['enable'] !== false) rules.push(rule);
  }
  return rules;
}

async function templatesOf(tx: Reads, application: Doc): Promise<Doc[]> {
  const { kind, scenarioId, templateId } = application;
  const scenario = kind === 'scenario' ? await tx.anyOf(specOf(tx, 'PolicyScenario'), String(scenarioId)) : undefined;
  if (scenario?.doc['enable'] === false) return [];
  const ids = kind === 'scenario' ? textsOf(scenario?.doc['templateIds']) : [String(templateId)];
  const templates: Doc[] = [];
  for (const id of ids) {
    const template = await tx.anyOf(specOf(tx, 'PolicyTemplate'), id);
    if (template && template.doc['enable'] !== false) templates.push(template.doc);
  }
  return templates;
}

/** The sites of a strategy application with whether each has a device; all of the company where none is named. */
export async function sitesOfStrategy(tx: Reads, application: Doc): Promise<{ siteId: string; hasDevice: boolean }[]> {
  const named = textsOf(application['siteIds']);
  const sites = specOf(tx, 'Site');
  let query = tx.db.selectFrom(sites.table).select(['id', 'c_sn']).where('owner', '=', String(application['companyId']));
  if (named.length > 0) query = query.where('id', 'in', named);
  const rows = await query.execute();
  return rows.map((row) => ({ siteId: row.id, hasDevice: typeof row['c_sn'] === 'string' && row['c_sn'] !== '' }));
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

/** What sites would get beside what they have. */
export function strategyDiff(issued: readonly IssuedRule[], next: readonly IssuedRule[]) {
  const had = new Map(issued.map((rule) => [rule.ruleId, rule]));
  const has = new Map(next.map((rule) => [rule.ruleId, rule]));
  const kept = next.filter(({ ruleId }) => had.has(ruleId));
  const order = (rules: readonly IssuedRule[], among: ReadonlyMap<string, IssuedRule>): string =>
    rules
      .map(({ ruleId }) => ruleId)
      .filter((id) => among.has(id))
      .join('\n');
  return {
    added: next.filter(({ ruleId }) => !had.has(ruleId)),
    removed: issued.filter(({ ruleId }) => !has.has(ruleId)),
    changed: kept.filter((rule) => had.get(rule.ruleId)?.revision !== rule.revision),
    unchanged: kept.filter((rule) => had.get(rule.ruleId)?.revision === rule.revision).length,
    reordered: order(issued, has) !== order(next, had),
  };
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function specOf({ handle }: Reads, name: string): ItemSpec {
  const spec = handle.store.specs.get(name);
  if (!spec) throw new Error(`The contract has no ${name}`);
  return spec;
}
