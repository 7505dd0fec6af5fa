import type { Packet } from '#domain/packets/packet.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { PathRuleTable } from '#generated/server/stored.ts';
import { type Asking, decisionOf, loaderOf, mayList, packetAt, type Reading, withZones } from '#server/features/policy/packet-trace.ts';
import { type LoadedTable, ruleTables, type TableName } from '#server/features/policy/rule-tables.ts';
import { strategiesAt } from '#server/features/policy/site-strategies.ts';

/** Tables that can stop a packet of which nothing but addresses, protocol and port is known. */
export const stoppingTables = ['advancedFirewall', 'acl'] as const satisfies readonly TableName[];
/** All that is asked on the way of a packet: what stops it, and what sends it elsewhere. */
export const pathTables = [
  'advancedFirewall',
  'applicationFirewall',
  'acl',
  'policyRoute',
  'strategy',
] as const satisfies readonly PathRuleTable[];
const PASSES = 'ACCEPT';
const MOST_ZONES = 1000;
const STRATEGY = 'PolicyRule';

type Site = Pick<Entities['Site'], 'siteId' | 'lan' | 'wan'>;
/** What travels, wherever it is looked at. */
export type Carried = Omit<Packet, 'at' | 'siteId' | 'srcZone' | 'dstZone'>;
type Side = 'lan' | 'wan';
/** By which side of a site a packet comes and leaves; of its LANs the first, where none is named. */
type Through = { from: Side; to: Side; fromLan?: string | undefined; toLan?: string | undefined };
export type RuleCheck<Table extends PathRuleTable = PathRuleTable> = {
  table: Table;
  resource: string;
  ruleId?: string;
  ruleName?: string;
  priority?: number;
  outcome: string;
  denied: boolean;
};
/** Asks at a site what its rules say to a packet. */
type AskSite<Table extends PathRuleTable> = (site: Site, through: Through, carried: Carried) => Promise<RuleCheck<Table>[]>;

/**
 * Asks what tables of a company say to a packet at a site of it: rules and zones are read once. `undecided` learns of
 * tables in which a rule asks for an application or a domain of which nothing is known.
 */
export async function siteRules<Table extends PathRuleTable>(
  asking: Reading,
  tables: readonly Table[],
  undecided: Set<Table> = new Set(),
): Promise<AskSite<Table>> {
  const load = loaderOf(asking);
  const loaded = await Promise.all(
    tables.map(async (table): Promise<{ table: Table; at: (siteId: string) => LoadedTable }> => {
      if (!isRuleTable(table)) return { table, at: await strategiesAt(asking) };
      const rules = await load(table);
      return { table, at: () => rules };
    }),
  );
  const zones = await asking.handle.docs(asking.services.store.spec('Zone'), {
    among: [{ path: 'companyId', in: [asking.path.companyId ?? ''] }],
    skip: 0,
    limit: MOST_ZONES,
  });
  const zoneOf = (siteId: string, port: string | undefined): string | undefined =>
    zones.find(({ interfaces }) => interfaces?.some((each) => each.siteId === siteId && each.interface === port))?.id;
  return async ({ siteId, lan, wan }, { from, to, fromLan, toLan }, carried) => {
    const zoneAt = (side: Side, named: string | undefined): string | undefined =>
      zoneOf(siteId, side === 'lan' ? (named ?? lan?.[0]?.name) : wan?.[0]?.logicName);
    const [srcZone, dstZone] = [zoneAt(from, fromLan), zoneAt(to, toLan)];
    const packet = await packetAt(asking, {
      ...carried,
      siteId,
      ...(srcZone === undefined ? {} : { srcZone }),
      ...(dstZone === undefined ? {} : { dstZone }),
    });
    const checks: RuleCheck<Table>[] = [];
    for (const { table, at } of loaded) {
      const rules = at(siteId);
      // a table without rules is none that the device asks
      if (rules.rules.length === 0) continue;
      const trace = decisionOf(isRuleTable(table) ? await withZones(asking, packet, table, rules) : rules, packet);
      const { outcome = PASSES, ruleId, ruleName, priority, steps } = trace;
      const isOpen = steps.some(({ mismatch }) => mismatch === 'application');
      if (isOpen) undecided.add(table);
      // what is sent elsewhere by no rule goes its usual way, and what nobody knows is not said
      if (ruleId === undefined && (isOpen || rules.otherwise === undefined)) continue;
      checks.push({
        table,
        resource: isRuleTable(table) ? ruleTables[table].resource : STRATEGY,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(ruleName === undefined ? {} : { ruleName }),
        ...(priority === undefined ? {} : { priority }),
        outcome,
        denied: rules.otherwise !== undefined && outcome !== PASSES,
      });
    }
    return checks;
  };
}

/** Those of the tables that the caller may read. */
export function readablePathTables(asking: Asking): PathRuleTable[] {
  return pathTables.filter((table) => mayList(asking, isRuleTable(table) ? ruleTables[table].resource : 'StrategyApplication'));
}

function isRuleTable(table: PathRuleTable): table is Extract<PathRuleTable, TableName> {
  return table !== 'strategy';
}
