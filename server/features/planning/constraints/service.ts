import {
  serviceApplied,
  serviceBandwidthExhausted,
  serviceEgressFixed,
  serviceLeaseEnded,
  serviceLeaseOpen,
  serviceNoDedicatedIp,
  servicePopUnavailable,
  serviceSaasDisabled,
  serviceSiteStopped,
  serviceUnavailable,
} from '#generated/problems.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut, numberOf, textOf, textsOf } from '#server/features/planning/constraints/facts.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Services and what companies apply for: 1228 to 1237. */
export const serviceConstraints: readonly Constraint[] = [
  {
    code: 1228,
    resource: 'CompanyService',
    watch: ['serviceId', 'leaseStatus'],
    at: 'serviceId',
    async test(doc, facts) {
      const service = await facts.one('Service', doc.serviceId);
      return doc.leaseStatus !== 'stop' && isOut(service)
        ? serviceUnavailable({ service: textOf(service, 'name'), status: textOf(service, 'serviceStatus') })
        : undefined;
    },
  },
  {
    code: 1229,
    resource: 'CompanyService',
    watch: ['leaseStatus', 'leaseEndTime'],
    at: 'leaseEndTime',
    test(doc, { now }) {
      const end = textOf(doc, 'leaseEndTime');
      return doc.leaseStatus === 'renting' && Date.parse(end) < now ? serviceLeaseEnded({ end }) : undefined;
    },
  },
  {
    code: 1230,
    resource: 'Service',
    watch: [],
    at: 'name',
    async test(doc, facts) {
      const count = await facts.countUsers('CompanyService', 'serviceId', doc.id);
      return count > 0 ? serviceApplied({ service: textOf(doc, 'name'), count }) : undefined;
    },
  },
  {
    code: 1231,
    resource: 'Service',
    watch: ['egressType', 'popIds'],
    at: 'egressType',
    async test(doc, facts) {
      if (doc.egressType !== 'dedicateIp') return undefined;
      const pops = await popsOf(doc, facts);
      return pops.every((pop) => numberOf(pop, 'ipPool') === 0) ? serviceNoDedicatedIp({ pops: pops.map(nameOf).join(', ') }) : undefined;
    },
  },
  {
    code: 1232,
    resource: 'Service',
    watch: ['serviceStatus', 'popIds'],
    at: 'popIds',
    async test(doc, facts) {
      const out = doc.serviceStatus === 'normal' ? (await popsOf(doc, facts)).find(isOut) : undefined;
      return out && servicePopUnavailable({ pop: nameOf(out) });
    },
  },
  {
    code: 1233,
    resource: 'CompanyService',
    watch: ['serviceId', 'bandwidth', 'leaseStatus'],
    at: 'bandwidth',
    async test(doc, facts) {
      const service = await facts.one('Service', doc.serviceId);
      if (!service || doc.leaseStatus === 'stop') return undefined;
      const others = (await facts.users('CompanyService', 'serviceId', doc.serviceId)).filter(({ leaseStatus }) => leaseStatus !== 'stop');
      const left = numberOf(service, 'bandwidth') - others.reduce((sum, other) => sum + numberOf(other, 'bandwidth'), 0);
      return numberOf(doc, 'bandwidth') > left
        ? serviceBandwidthExhausted({ service: nameOf(service), left: Math.max(0, left) })
        : undefined;
    },
  },
  {
    code: 1234,
    resource: 'CompanyService',
    watch: ['leaseStatus', 'leaseEndTime'],
    at: 'leaseEndTime',
    test: (doc) => (doc.leaseStatus === 'renting' && textOf(doc, 'leaseEndTime') === '' ? serviceLeaseOpen() : undefined),
  },
  {
    code: 1235,
    resource: 'CompanyService',
    watch: ['siteIds'],
    at: 'siteIds',
    async test(doc, facts) {
      const sites = await Promise.all(textsOf(doc, 'siteIds').map((id) => facts.one('Site', id)));
      const stopped = sites.find((site) => site?.leaseStatus === 'stop');
      return stopped && serviceSiteStopped({ site: nameOf(stopped) });
    },
  },
  {
    code: 1236,
    resource: 'Service',
    watch: ['saasGroupId', 'serviceStatus'],
    at: 'saasGroupId',
    async test(doc, facts) {
      const group = await facts.one('SaasGroup', doc.saasGroupId);
      return doc.serviceStatus === 'normal' && group?.enable === false ? serviceSaasDisabled({ group: nameOf(group) }) : undefined;
    },
  },
  {
    code: 1237,
    resource: 'Service',
    watch: ['egressType'],
    at: 'egressType',
    async test(doc, facts) {
      if (!facts.before) return undefined;
      const renting = (await facts.users('CompanyService', 'serviceId', doc.id)).filter(({ leaseStatus }) => leaseStatus === 'renting');
      return renting.length > 0 ? serviceEgressFixed({ count: renting.length }) : undefined;
    },
  },
];

async function popsOf(doc: Doc, facts: Facts): Promise<Doc[]> {
  const pops = await Promise.all(textsOf(doc, 'popIds').map((id) => facts.one('Pop', id)));
  return pops.filter((pop) => pop !== undefined);
}

function nameOf(doc: Doc): string {
  return textOf(doc, 'name');
}
