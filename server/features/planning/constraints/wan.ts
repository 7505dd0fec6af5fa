import { wanBeyondCircuit, wanCarriesCircuit, wanHaNeedsTwo, wanLeasedCellular, wanProxyOff } from '#generated/problems.ts';
import type { WanPort } from '#generated/server/stored.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import type { Facts } from '#server/features/planning/constraints/facts.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Site = DocOf<'Site'>;

/** WAN ports of a site against the circuits that end there: 1100 to 1107. */
export const wanConstraints: readonly Constraint<'Site'>[] = [
  {
    code: 1100,
    resource: 'Site',
    watch: ['wan'],
    at: 'wan',
    async test(doc, facts) {
      for (const { wanName, name, bandwidth: limit } of await circuitsAt(doc, facts)) {
        const port = portNamed(doc, wanName);
        const bandwidth = speedOf(port);
        if (!port || bandwidth <= limit || bandwidth === speedOf(portNamed(facts.before, wanName))) continue;
        return wanBeyondCircuit({ wan: port.logicName, bandwidth, circuit: name, limit });
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
      for (const { wanName = '', name } of await circuitsAt(doc, facts)) {
        if (portNamed(facts.before, wanName) && !portNamed(doc, wanName)) return wanCarriesCircuit({ wan: wanName, circuit: name });
      }
      return undefined;
    },
  },
  {
    code: 1103,
    resource: 'Site',
    watch: ['deployMode', 'wan'],
    at: 'wan',
    test({ deployMode, wan = [] }) {
      const port = deployMode === 'vll' ? wan.find(({ medium }) => medium === 'cellular') : undefined;
      return port && wanLeasedCellular({ wan: port.logicName });
    },
  },
  {
    code: 1106,
    resource: 'Site',
    watch: ['haConfig', 'wan'],
    at: 'haConfig.mode',
    test({ haConfig, wan = [] }) {
      return haConfig?.mode === 'activeActive' && wan.length < 2 ? wanHaNeedsTwo({ count: wan.length }) : undefined;
    },
  },
  {
    code: 1107,
    resource: 'Site',
    watch: ['business', 'wan'],
    at: 'business',
    test(doc) {
      for (const { name, egressType, egressWan: wan = '' } of doc.business ?? []) {
        const port = egressType === 'proxy' ? portNamed(doc, wan) : undefined;
        if (port && !port.enableProxy) return wanProxyOff({ business: name, wan });
      }
      return undefined;
    },
  },
];

/** Circuits of the site that are not given back. */
async function circuitsAt({ siteId }: Site, facts: Facts<'Site'>): Promise<DocOf<'Circuit'>[]> {
  return (await facts.users('Circuit', { siteId })).filter(({ state }) => state !== 'terminated');
}

export function portNamed(site: Site | undefined, name = ''): WanPort | undefined {
  return site?.wan?.find(({ logicName }) => logicName === name);
}

/** The faster direction of a port, Mbps. */
export function speedOf(port: WanPort | undefined): number {
  return Math.max(port?.bandwidth?.up ?? 0, port?.bandwidth?.down ?? 0);
}
