import type { Packet } from '#domain/packets/packet.ts';
import type { Entities } from '#generated/server/entities.ts';
import { loaderOf, packetAt, type Reading, traceOf, withZones } from '#server/features/policy/packet-trace.ts';
import { ruleTables, type TableName } from '#server/features/policy/rule-tables.ts';

/** Tables that can stop a packet of which nothing but addresses, protocol and port is known. */
export const stoppingTables = ['advancedFirewall', 'acl'] as const satisfies readonly TableName[];
const PASSES = 'ACCEPT';
const MOST_ZONES = 1000;

type Site = Pick<Entities['Site'], 'siteId' | 'lan' | 'wan'>;
/** What travels, wherever it is looked at. */
export type Carried = Omit<Packet, 'at' | 'siteId' | 'srcZone' | 'dstZone'>;
/** By which side of a site a packet comes and leaves. */
type Through = { from: 'lan' | 'wan'; to: 'lan' | 'wan' };
export type RuleCheck<Table extends TableName> = {
  table: Table;
  resource: string;
  ruleId?: string;
  ruleName?: string;
  priority?: number;
  outcome: string;
  denied: boolean;
};

/** Asks what tables of a company say to a packet at a site of it: rules and zones are read once. */
export async function siteRules<Table extends TableName>(
  asking: Reading,
  tables: readonly Table[],
): Promise<(site: Site, through: Through, carried: Carried) => Promise<RuleCheck<Table>[]>> {
  const load = loaderOf(asking);
  const loaded = await Promise.all(tables.map(async (table) => ({ table, rules: await load(table) })));
  const zones = await asking.handle.docs(asking.services.store.spec('Zone'), {
    among: [{ path: 'companyId', in: [asking.path.companyId ?? ''] }],
    skip: 0,
    limit: MOST_ZONES,
  });
  const zoneOf = (siteId: string, port: string | undefined): string | undefined =>
    zones.find(({ interfaces }) => interfaces?.some((each) => each.siteId === siteId && each.interface === port))?.id;
  return async ({ siteId, lan, wan }, { from, to }, carried) => {
    const zone = { lan: zoneOf(siteId, lan?.[0]?.name), wan: zoneOf(siteId, wan?.[0]?.logicName) };
    const [srcZone, dstZone] = [zone[from], zone[to]];
    const packet = await packetAt(asking, {
      ...carried,
      siteId,
      ...(srcZone === undefined ? {} : { srcZone }),
      ...(dstZone === undefined ? {} : { dstZone }),
    });
    const checks: RuleCheck<Table>[] = [];
    for (const { table, rules } of loaded) {
      // a table without rules is none that the device asks
      if (rules.rules.length === 0) continue;
      const { outcome = PASSES, ruleId, ruleName, priority } = traceOf(table, await withZones(asking, packet, table, rules), packet);
      checks.push({
        table,
        resource: ruleTables[table].resource,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(ruleName === undefined ? {} : { ruleName }),
        ...(priority === undefined ? {} : { priority }),
        outcome,
        denied: outcome !== PASSES,
      });
    }
    return checks;
  };
}
