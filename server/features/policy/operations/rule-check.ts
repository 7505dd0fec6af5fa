import { categoryOf } from '#domain/packets/applications.ts';
import { coveredRules } from '#domain/packets/cover.ts';
import { type AnswerOf, type Handlers, read } from '#server/kernel/handler.ts';
import type { LoadedTable, TableName } from '#server/features/policy/rule-tables.ts';
import { loaderOf, nameOf, packetAt, readableTables, traceOf, withZones } from '#server/features/policy/packet-trace.ts';
import { forbidden } from '#generated/problems.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';

type Finding = AnswerOf<'listRuleFindings'>['results'][number];

/** What the rules of a company decide together. */
export const ruleChecks = {
  testPacket: read(async (call) => {
    const { tables = [], at, ...rest } = call.body;
    const category = rest.application === undefined ? undefined : categoryOf(rest.application);
    const packet = await packetAt(call, { ...rest, ...(category === undefined ? {} : { categories: [category] }) }, at);
    const results = [];
    const load = loaderOf(call);
    for (const table of someReadable(call, tables))
      results.push(traceOf(table, await withZones(call, packet, table, await load(table)), packet));
    return { body: { results } };
  }),

  listRuleFindings: read(async (call) => {
    const wanted = call.query.table ?? [];
    const results = [];
    const load = loaderOf(call);
    for (const table of someReadable(call, wanted)) results.push(...findingsOf(table, await load(table)));
    return { body: { total: results.length, results } };
  }),
} satisfies Handlers;

/** The tables asked for as far as the caller may read them; nothing at all is refused. */
function someReadable(call: Call, wanted: readonly TableName[]): TableName[] {
  const allowed = readableTables(call, wanted);
  if (allowed.length === 0) throw new ProblemError(forbidden());
  return allowed;
}

function findingsOf(table: TableName, { rules, docs, outcome }: LoadedTable) {
  const places = new Map(rules.map(({ id }, index) => [id, index + 1]));
  return coveredRules(rules).map(({ rule, by }): Finding => ({
    table,
    kind: outcome(rule.id) === outcome(by.id) ? 'shadowed' : 'conflicting',
    ruleId: rule.id,
    ruleName: nameOf(docs, rule.id),
    priority: rule.priority,
    position: places.get(rule.id) ?? 0,
    byRuleId: by.id,
    byRuleName: nameOf(docs, by.id),
    byPriority: by.priority,
    byPosition: places.get(by.id) ?? 0,
  }));
}
