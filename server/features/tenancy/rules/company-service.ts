import type { EntityRules } from '#server/kernel/resource/entity.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Carries what its service is called, how it leaves and how it stands: company users do not read services. */
export const companyService: EntityRules<'CompanyService'> = {
  complete: async (doc, { call, tx }) => {
    const spec = call.services.store.spec('Service');
    const service = typeof doc.serviceId === 'string' ? await tx.anyOf(spec, doc.serviceId) : undefined;
    return service ? { ...doc, ...mirrored(service.doc) } : doc;
  },
};

/** What a company service shows of its service. */
export function mirrored(service: Doc): Doc {
  return {
    serviceName: service.name ?? '',
    egressType: service.egressType ?? 'singleOut',
    serviceStatus: service.serviceStatus ?? 'normal',
  };
}
