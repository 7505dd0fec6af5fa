import {
  circuitBound,
  circuitContractEnded,
  circuitContractNotBegun,
  circuitNoWanPort,
  circuitPopUnavailable,
  circuitStillActive,
  popLinksExhausted,
  wanBeyondCircuit,
  wanCircuitTaken,
  wanIspDiffers,
} from '#generated/problems.ts';
import type { WanPort } from '#generated/server/stored.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut, linkCapacity } from '#server/features/planning/constraints/facts.ts';
import { portNamed, speedOf } from '#server/features/planning/constraints/wan.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Circuit = DocOf<'Circuit'>;

/** Circuits against the ports and POPs at their ends, and their contracts: 1100, 1101, 1104, 1213, 1222 to 1227. */
export const circuitConstraints: readonly Constraint<'Circuit'>[] = [
  {
    code: 1226,
    resource: 'Circuit',
    watch: ['siteId', 'wanName'],
    at: 'wanName',
    async test(doc, facts) {
      const { wanName: wan = '' } = doc;
      const { site, port } = await endOf(doc, facts);
      return wan !== '' && site && !port ? circuitNoWanPort({ site: site.name, wan }) : undefined;
    },
  },
  {
    code: 1100,
    resource: 'Circuit',
    watch: ['bandwidth', 'siteId', 'wanName'],
    at: 'bandwidth',
    async test(doc, facts) {
      const { port } = await endOf(doc, facts);
      const [bandwidth, limit] = [speedOf(port), doc.bandwidth];
      return port && bandwidth > limit ? wanBeyondCircuit({ wan: port.logicName, bandwidth, circuit: doc.name, limit }) : undefined;
    },
  },
  {
    code: 1101,
    resource: 'Circuit',
    watch: ['siteId', 'wanName', 'state'],
    at: 'wanName',
    async test(doc, facts) {
      const { site, port } = await endOf(doc, facts);
      if (!site || !port || doc.state === 'terminated') return undefined;
      const others = await facts.users('Circuit', { siteId: doc.siteId });
      const taken = others.find(({ wanName, state }) => wanName === doc.wanName && state !== 'terminated');
      return taken && wanCircuitTaken({ wan: port.logicName, site: site.name, circuit: taken.name });
    },
  },
  {
    code: 1104,
    resource: 'Circuit',
    watch: ['isp', 'siteId', 'wanName'],
    at: 'isp',
    async test(doc, facts) {
      const { port } = await endOf(doc, facts);
      return port?.isp && port.isp !== doc.isp ? wanIspDiffers({ wan: port.logicName, isp: port.isp, provider: doc.isp }) : undefined;
    },
  },
  {
    code: 1213,
    resource: 'Circuit',
    watch: ['popId', 'bandwidth'],
    at: 'bandwidth',
    async test(doc, facts) {
      const pop = await facts.one('Pop', doc.popId);
      if (!pop) return undefined;
      const others = (await facts.users('Circuit', { popId: doc.popId })).filter(({ state }) => state !== 'terminated');
      const needed = [...others, doc].reduce((sum, { bandwidth }) => sum + bandwidth, 0);
      const limit = linkCapacity(pop);
      return needed > limit ? popLinksExhausted({ pop: pop.name, needed, limit }) : undefined;
    },
  },
  {
    code: 1222,
    resource: 'Circuit',
    watch: ['siteId', 'popId'],
    at: 'siteId',
    test: ({ name }, { before }) => (before?.state === 'active' ? circuitBound({ circuit: name }) : undefined),
  },
  {
    code: 1223,
    resource: 'Circuit',
    watch: ['popId', 'state'],
    at: 'popId',
    async test(doc, facts) {
      const pop = await facts.one('Pop', doc.popId);
      return doc.state === 'active' && pop && isOut(pop) ? circuitPopUnavailable({ pop: pop.name }) : undefined;
    },
  },
  {
    code: 1224,
    resource: 'Circuit',
    watch: ['state', 'contractEnd'],
    at: 'contractEnd',
    test({ state, contractEnd: date = '' }, { now }) {
      return state === 'active' && date !== '' && date < dayOf(now) ? circuitContractEnded({ date }) : undefined;
    },
  },
  {
    code: 1225,
    resource: 'Circuit',
    watch: ['state', 'contractStart'],
    at: 'contractStart',
    test({ state, contractStart: date = '' }, { now }) {
      return state === 'active' && date > dayOf(now) ? circuitContractNotBegun({ date }) : undefined;
    },
  },
  {
    code: 1227,
    resource: 'Circuit',
    watch: [],
    at: 'state',
    test: ({ state, name }) => (state === 'active' ? circuitStillActive({ circuit: name }) : undefined),
  },
];

async function endOf({ siteId, wanName }: Circuit, facts: Facts): Promise<{ site?: DocOf<'Site'>; port?: WanPort }> {
  const site = await facts.one('Site', siteId);
  return { site, port: portNamed(site, wanName) };
}

/** The day of an instant as the wire writes dates. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
