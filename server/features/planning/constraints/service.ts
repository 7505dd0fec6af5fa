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
import { type Facts, isOut } from '#server/features/planning/constraints/facts.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Applied = Constraint<'CompanyService'>;
type Offered = Constraint<'Service'>;

/** Services and what companies apply for: 1228 to 1237. */
export const serviceConstraints: readonly (Applied | Offered)[] = [
  {
    code: 1228,
    resource: 'CompanyService',
    watch: ['serviceId', 'leaseStatus'],
    at: 'serviceId',
    async test(doc, facts) {
      const service = await facts.one('Service', doc.serviceId);
      return doc.leaseStatus !== 'stop' && service && isOut(service)
        ? serviceUnavailable({ service: service.name, status: service.serviceStatus })
        : undefined;
    },
  } satisfies Applied,
  {
    code: 1229,
    resource: 'CompanyService',
    watch: ['leaseStatus', 'leaseEndTime'],
    at: 'leaseEndTime',
    test({ leaseStatus, leaseEndTime: end = '' }, { now }) {
      return leaseStatus === 'renting' && Date.parse(end) < now ? serviceLeaseEnded({ end }) : undefined;
    },
  } satisfies Applied,
  {
    code: 1230,
    resource: 'Service',
    watch: [],
    at: 'name',
    async test({ id, name }, facts) {
      const { length: count } = await facts.users('CompanyService', { serviceId: id });
      return count > 0 ? serviceApplied({ service: name, count }) : undefined;
    },
  } satisfies Offered,
  {
    code: 1231,
    resource: 'Service',
    watch: ['egressType', 'popIds'],
    at: 'egressType',
    async test(doc, facts) {
      if (doc.egressType !== 'dedicateIp') return undefined;
      const pops = await popsOf(doc, facts);
      return pops.every(({ ipPool }) => ipPool === 0) ? serviceNoDedicatedIp({ pops: pops.map(({ name }) => name).join(', ') }) : undefined;
    },
  } satisfies Offered,
  {
    code: 1232,
    resource: 'Service',
    watch: ['serviceStatus', 'popIds'],
    at: 'popIds',
    async test(doc, facts) {
      const out = doc.serviceStatus === 'normal' ? (await popsOf(doc, facts)).find(isOut) : undefined;
      return out && servicePopUnavailable({ pop: out.name });
    },
  } satisfies Offered,
  {
    code: 1233,
    resource: 'CompanyService',
    watch: ['serviceId', 'bandwidth', 'leaseStatus'],
    at: 'bandwidth',
    async test(doc, facts) {
      const service = await facts.one('Service', doc.serviceId);
      if (!service || doc.leaseStatus === 'stop') return undefined;
      const others = (await facts.users('CompanyService', { serviceId: doc.serviceId })).filter(
        ({ leaseStatus }) => leaseStatus !== 'stop',
      );
      const left = service.bandwidth - others.reduce((sum, { bandwidth }) => sum + bandwidth, 0);
      return doc.bandwidth > left ? serviceBandwidthExhausted({ service: service.name, left: Math.max(0, left) }) : undefined;
    },
  } satisfies Applied,
  {
    code: 1234,
    resource: 'CompanyService',
    watch: ['leaseStatus', 'leaseEndTime'],
    at: 'leaseEndTime',
    test: ({ leaseStatus, leaseEndTime = '' }) => (leaseStatus === 'renting' && leaseEndTime === '' ? serviceLeaseOpen() : undefined),
  } satisfies Applied,
  {
    code: 1235,
    resource: 'CompanyService',
    watch: ['siteIds'],
    at: 'siteIds',
    async test({ siteIds = [] }, facts) {
      const sites = await Promise.all(siteIds.map((id) => facts.one('Site', id)));
      const stopped = sites.find((site) => site?.leaseStatus === 'stop');
      return stopped && serviceSiteStopped({ site: stopped.name });
    },
  } satisfies Applied,
  {
    code: 1236,
    resource: 'Service',
    watch: ['saasGroupId', 'serviceStatus'],
    at: 'saasGroupId',
    async test(doc, facts) {
      const group = await facts.one('SaasGroup', doc.saasGroupId);
      return doc.serviceStatus === 'normal' && group?.enable === false ? serviceSaasDisabled({ group: group.name }) : undefined;
    },
  } satisfies Offered,
  {
    code: 1237,
    resource: 'Service',
    watch: ['egressType'],
    at: 'egressType',
    async test({ id }, facts) {
      if (!facts.before) return undefined;
      const renting = await facts.users('CompanyService', { serviceId: id, leaseStatus: 'renting' });
      return renting.length > 0 ? serviceEgressFixed({ count: renting.length }) : undefined;
    },
  } satisfies Offered,
];

async function popsOf({ popIds }: DocOf<'Service'>, facts: Facts): Promise<DocOf<'Pop'>[]> {
  const pops = await Promise.all(popIds.map((id) => facts.one('Pop', id)));
  return pops.filter((pop) => pop !== undefined);
}
