import { asNumber, asObject } from '#domain/json.ts';
import { wanBeyondCircuit, wanCarriesCircuit, wanHaNeedsTwo, wanLeasedCellular, wanProxyOff } from '#generated/problems.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, numberOf, rowsOf, textOf } from '#server/features/planning/constraints/facts.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** WAN ports of a site against the circuits that end there: 1100 to 1107. */
export const wanConstraints: readonly Constraint[] = [
  {
    code: 1100,
    resource: 'Site',
    watch: ['wan'],
    at: 'wan',
    async test(doc, facts) {
      for (const circuit of await circuitsAt(doc, facts)) {
        const port = portNamed(doc, textOf(circuit, 'wanName'));
        const bandwidth = speedOf(port);
        const limit = numberOf(circuit, 'bandwidth');
        if (bandwidth <= limit || bandwidth === speedOf(portNamed(facts.before, textOf(circuit, 'wanName')))) continue;
        return wanBeyondCircuit({ wan: textOf(port, 'logicName'), bandwidth, circuit: textOf(circuit, 'name'), limit });
      }
      return undefined;
    },
  },
  {
    code: 1102,
    resource: 'Site',
    watch: ['wan'],
    at: 'wan',
    async test(doc, facts) {
      const lost = (await circuitsAt(doc, facts)).find((circuit) => {
        const wan = textOf(circuit, 'wanName');
        return wan !== '' && portNamed(facts.before, wan) && !portNamed(doc, wan);
      });
      return lost && wanCarriesCircuit({ wan: textOf(lost, 'wanName'), circuit: textOf(lost, 'name') });
    },
  },
  {
    code: 1103,
    resource: 'Site',
    watch: ['deployMode', 'wan'],
    at: 'wan',
    test(doc) {
      const port = doc.deployMode === 'vll' ? rowsOf(doc, 'wan').find(({ medium }) => medium === 'cellular') : undefined;
      return port && wanLeasedCellular({ wan: textOf(port, 'logicName') });
    },
  },
  {
    code: 1106,
    resource: 'Site',
    watch: ['haConfig', 'wan'],
    at: 'haConfig.mode',
    test(doc) {
      const { mode } = asObject(doc.haConfig);
      const count = rowsOf(doc, 'wan').length;
      return mode === 'activeActive' && count < 2 ? wanHaNeedsTwo({ count }) : undefined;
    },
  },
  {
    code: 1107,
    resource: 'Site',
    watch: ['business', 'wan'],
    at: 'business',
    test(doc) {
      for (const business of rowsOf(doc, 'business').filter(({ egressType }) => egressType === 'proxy')) {
        const wan = textOf(business, 'egressWan');
        const port = portNamed(doc, wan);
        if (port && port.enableProxy !== true) return wanProxyOff({ business: textOf(business, 'name'), wan });
      }
      return undefined;
    },
  },
];

/** Circuits of the site that are not given back. */
async function circuitsAt(doc: Doc, facts: Facts): Promise<Doc[]> {
  return (await facts.users('Circuit', 'siteId', doc.siteId)).filter(({ state }) => state !== 'terminated');
}

export function portNamed(site: Doc | undefined, name: string): Doc | undefined {
  return rowsOf(site, 'wan').find(({ logicName }) => logicName === name);
}

/** The faster direction of a port, Mbps. */
export function speedOf(port: Doc | undefined): number {
  const { up, down } = asObject(port?.bandwidth);
  return Math.max(asNumber(up) ?? 0, asNumber(down) ?? 0);
}
