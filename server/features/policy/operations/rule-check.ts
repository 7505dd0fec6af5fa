import { decide } from '#domain/access/decide.ts';
import { categoryOf } from '#domain/packets/applications.ts';
import { coveredRules } from '#domain/packets/cover.ts';
import { explain } from '#domain/packets/match.ts';
import { type Packet } from '#domain/packets/packet.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { forbidden } from '#generated/problems.ts';
import { type AnswerOf, type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { type LoadedTable, tableLoader, ruleTables, type TableName, tableNames } from '#server/features/policy/rule-tables.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Doc } from '#server/store/items/tables.ts';

const TIME_ZONE = 'Asia/Shanghai';

type Finding = AnswerOf<'listRuleFindings'>['results'][number];

/** What the rules of a company decide together. */
export const ruleChecks = {
  testPacket: read(async (call) => {
    const { tables = [], at, ...rest } = call.body;
    const category = rest.application === undefined ? undefined : categoryOf(rest.application);
    const moment = at ?? new Date(call.services.clock.now()).toISOString();
    const packet: Packet = {
      ...rest,
      at: formatDateTime(moment, await timeZoneOf(call, rest.siteId), 'minute').replace(' ', 'T'),
      ...(category === undefined ? {} : { categories: [category] }),
    };
    const results = [];
    const load = loaderOf(call);
    for (const table of readable(call, tables))
      results.push(traceOf(table, await withZones(call, packet, table, await load(table)), packet));
    return { body: { results } };
  }),

  listRuleFindings: read(async (call) => {
    const wanted = call.query.table ?? [];
    const results = [];
    const load = loaderOf(call);
    for (const table of readable(call, wanted)) results.push(...findingsOf(table, await load(table)));
    return { body: { total: results.length, results } };
  }),
} satisfies Handlers;

/** Between zones the zone that a packet comes from says what becomes of it where no rule does. */
async function withZones(call: Call, { srcZone, dstZone }: Packet, table: TableName, loaded: LoadedTable): Promise<LoadedTable> {
  if (table !== 'acl' || srcZone === undefined) return loaded;
  const zone = await call.handle.get(call.services.store.spec('Zone'), srcZone);
  const decision = zone?.doc[srcZone === dstZone ? 'intraZone' : 'interZone'];
  return typeof decision === 'string' ? { ...loaded, otherwise: decision } : loaded;
}

function traceOf(table: TableName, { rules, docs, outcome, otherwise }: LoadedTable, packet: Packet) {
  const steps = explain(rules, packet).map(({ rule, mismatch }) => ({
    ruleId: rule.id,
    ruleName: nameOf(docs, rule.id),
    priority: rule.priority,
    ...(mismatch ? { mismatch } : {}),
  }));
  const last = steps.at(-1);
  if (!last || last.mismatch) return { table, ...(otherwise === undefined ? {} : { outcome: otherwise }), steps };
  return { table, ...last, outcome: outcome(docs.get(last.ruleId) ?? {}), steps };
}

function findingsOf(table: TableName, { rules, docs, outcome }: LoadedTable) {
  const places = new Map(rules.map(({ id }, index) => [id, index + 1]));
  const decision = (id: string): string => outcome(docs.get(id) ?? {});
  return coveredRules(rules).map(({ rule, by }): Finding => ({
    table,
    kind: decision(rule.id) === decision(by.id) ? 'shadowed' : 'conflicting',
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

function loaderOf(call: Call): (table: TableName) => Promise<LoadedTable> {
  return tableLoader(call.path.companyId ?? '', call.handle, call.services.system);
}

/** The tables asked for as far as the caller may read them; nothing at all is refused. */
function readable(call: Call, wanted: readonly TableName[]): TableName[] {
  const { contract } = call.services;
  const allowed = (wanted.length > 0 ? wanted : tableNames).filter((name) => {
    const list = contract.resources.get(ruleTables[name].resource)?.operations.list[0];
    return list && decide(list.access, call.principal, [call.path.companyId ?? ''], contract.permissions).allowed;
  });
  if (allowed.length === 0) throw new ProblemError(forbidden());
  return allowed;
}

async function timeZoneOf(call: Call, siteId: string | undefined): Promise<string> {
  const site = siteId === undefined ? undefined : await call.handle.get(call.services.store.spec('Site'), siteId);
  const zone = site?.doc.ntp?.timezone;
  return typeof zone === 'string' && zone !== '' ? zone : TIME_ZONE;
}

function nameOf(docs: ReadonlyMap<string, Doc>, id: string): string {
  return String(docs.get(id)?.name ?? id);
}
