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
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut, linkCapacity, numberOf, textOf } from '#server/features/planning/constraints/facts.ts';
import { portNamed, speedOf } from '#server/features/planning/constraints/wan.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Circuits against the ports and POPs at their ends, and their contracts: 1100, 1101, 1104, 1213, 1222 to 1227. */
export const circuitConstraints: readonly Constraint[] = [
  {
    code: 1226,
    resource: 'Circuit',
    watch: ['siteId', 'wanName'],
    at: 'wanName',
    async test(doc, facts) {
      const wan = textOf(doc, 'wanName');
      const { site, port } = await endOf(doc, facts);
      return wan !== '' && site && !port ? circuitNoWanPort({ site: textOf(site, 'name'), wan }) : undefined;
    },
  },
  {
    code: 1100,
    resource: 'Circuit',
    watch: ['bandwidth', 'siteId', 'wanName'],
    at: 'bandwidth',
    async test(doc, facts) {
      const { port } = await endOf(doc, facts);
      const [bandwidth, limit] = [speedOf(port), numberOf(doc, 'bandwidth')];
      return port && bandwidth > limit
        ? wanBeyondCircuit({ wan: textOf(port, 'logicName'), bandwidth, circuit: textOf(doc, 'name'), limit })
        : undefined;
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
      const others = await facts.users('Circuit', 'siteId', doc.siteId);
      const taken = others.find(({ wanName, state }) => wanName === doc.wanName && state !== 'terminated');
      return taken && wanCircuitTaken({ wan: textOf(port, 'logicName'), site: textOf(site, 'name'), circuit: textOf(taken, 'name') });
    },
  },
  {
    code: 1104,
    resource: 'Circuit',
    watch: ['isp', 'siteId', 'wanName'],
    at: 'isp',
    async test(doc, facts) {
      const { port } = await endOf(doc, facts);
      const isp = textOf(port, 'isp');
      const provider = textOf(doc, 'isp');
      return isp !== '' && isp !== provider ? wanIspDiffers({ wan: textOf(port, 'logicName'), isp, provider }) : undefined;
    },
  },
  {
    code: 1213,
    resource: 'Circuit',
    watch: ['popId', 'bandwidth'],
    at: 'bandwidth',
    async test(doc, facts) {
      const pop = await facts.one('Pop', doc.popId);
      const others = (await facts.users('Circuit', 'popId', doc.popId)).filter(({ state }) => state !== 'terminated');
      const needed = [...others, doc].reduce((sum, circuit) => sum + numberOf(circuit, 'bandwidth'), 0);
      const limit = linkCapacity(pop);
      return pop && needed > limit ? popLinksExhausted({ pop: textOf(pop, 'name'), needed, limit }) : undefined;
    },
  },
  {
    code: 1222,
    resource: 'Circuit',
    watch: ['siteId', 'popId'],
    at: 'siteId',
    test: (doc, { before }) => (before?.state === 'active' ? circuitBound({ circuit: textOf(doc, 'name') }) : undefined),
  },
  {
    code: 1223,
    resource: 'Circuit',
    watch: ['popId', 'state'],
    at: 'popId',
    async test(doc, facts) {
      const pop = await facts.one('Pop', doc.popId);
      return doc.state === 'active' && isOut(pop) ? circuitPopUnavailable({ pop: textOf(pop, 'name') }) : undefined;
    },
  },
  {
    code: 1224,
    resource: 'Circuit',
    watch: ['state', 'contractEnd'],
    at: 'contractEnd',
    test(doc, { now }) {
      const date = textOf(doc, 'contractEnd');
      return doc.state === 'active' && date !== '' && date < dayOf(now) ? circuitContractEnded({ date }) : undefined;
    },
  },
  {
    code: 1225,
    resource: 'Circuit',
    watch: ['state', 'contractStart'],
    at: 'contractStart',
    test(doc, { now }) {
      const date = textOf(doc, 'contractStart');
      return doc.state === 'active' && date > dayOf(now) ? circuitContractNotBegun({ date }) : undefined;
    },
  },
  {
    code: 1227,
    resource: 'Circuit',
    watch: [],
    at: 'state',
    test: (doc) => (doc.state === 'active' ? circuitStillActive({ circuit: textOf(doc, 'name') }) : undefined),
  },
];

async function endOf(doc: Doc, facts: Facts): Promise<{ site: Doc | undefined; port: Doc | undefined }> {
  const site = await facts.one('Site', doc.siteId);
  return { site, port: portNamed(site, textOf(doc, 'wanName')) };
}

/** The day of an instant as the wire writes dates. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
