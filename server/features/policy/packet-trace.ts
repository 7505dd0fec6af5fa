import { decide } from '#domain/access/decide.ts';
import { explain } from '#domain/packets/match.ts';
import type { Packet } from '#domain/packets/packet.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import type { RuleTrace } from '#generated/server/stored.ts';
import { type LoadedTable, tableLoader, ruleTables, type TableName, tableNames } from '#server/features/policy/rule-tables.ts';
import type { Call } from '#server/kernel/handler.ts';

/** What is needed so that the rules of a company can be read. */
export type Reading = Pick<Call, 'handle' | 'services'> & { path: { companyId?: string } };
export type Asking = Reading & Pick<Call, 'principal'>;

const TIME_ZONE = 'Asia/Shanghai';

/** A packet with the clock of the site that sees it; now, if nothing is said. */
export async function packetAt(call: Reading, packet: Omit<Packet, 'at'>, at?: string): Promise<Packet> {
  const moment = at ?? new Date(call.services.clock.now()).toISOString();
  return { ...packet, at: formatDateTime(moment, await timeZoneOf(call, packet.siteId), 'minute').replace(' ', 'T') };
}

/** Between zones the zone that a packet comes from says what becomes of it where no rule does. */
export async function withZones(call: Reading, { srcZone, dstZone }: Packet, table: TableName, loaded: LoadedTable): Promise<LoadedTable> {
  if (table !== 'acl' || srcZone === undefined) return loaded;
  const zone = await call.handle.get(call.services.store.spec('Zone'), srcZone);
  const decision = zone?.doc[srcZone === dstZone ? 'intraZone' : 'interZone'];
  return typeof decision === 'string' ? { ...loaded, otherwise: decision } : loaded;
}

export function traceOf(table: TableName, loaded: LoadedTable, packet: Packet): RuleTrace {
  return { table, ...decisionOf(loaded, packet) };
}

/** Which of some rules decides about a packet, and why those before it do not. */
export function decisionOf({ rules, docs, outcome, otherwise }: LoadedTable, packet: Packet): Omit<RuleTrace, 'table'> {
  const steps = explain(rules, packet).map(({ rule, mismatch }) => ({
    ruleId: rule.id,
    ruleName: nameOf(docs, rule.id),
    priority: rule.priority,
    ...(mismatch ? { mismatch } : {}),
  }));
  const last = steps.at(-1);
  if (!last || last.mismatch) return { ...(otherwise === undefined ? {} : { outcome: otherwise }), steps };
  return { ...last, outcome: outcome(last.ruleId), steps };
}

export function loaderOf(call: Reading): (table: TableName) => Promise<LoadedTable> {
  return tableLoader(call.path.companyId ?? '', call.handle, call.services.system);
}

/** Whether the caller may list the rows of a resource in the company that is looked at. */
export function mayList({ principal, path, services }: Asking, resource: string): boolean {
  const { contract } = services;
  const list = contract.resources.get(resource)?.operations.list[0];
  return list !== undefined && decide(list.access, principal, [path.companyId ?? ''], contract.permissions).allowed;
}

/** The tables asked for, all of them where none is, as far as the caller may read them. */
export function readableTables(call: Asking, wanted: readonly TableName[]): TableName[] {
  return (wanted.length > 0 ? wanted : tableNames).filter((name) => mayList(call, ruleTables[name].resource));
}

export function nameOf(docs: LoadedTable['docs'], id: string): string {
  return docs.get(id)?.name ?? id;
}

async function timeZoneOf(call: Reading, siteId: string | undefined): Promise<string> {
  const site = siteId === undefined ? undefined : await call.handle.get(call.services.store.spec('Site'), siteId);
  const zone = site?.doc.ntp?.timezone;
  return typeof zone === 'string' && zone !== '' ? zone : TIME_ZONE;
}
