import type { EntityRules, Given } from '#server/kernel/resource/entity.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Mirrored = Required<Pick<DocOf<'CompanyService'>, 'serviceName' | 'egressType' | 'serviceStatus'>>;

/** Carries what its service is called, how it leaves and how it stands: company users do not read services. */
export const companyService: EntityRules<'CompanyService'> = {
  complete: async (doc, { call, tx }) => {
    const spec = call.services.store.spec('Service');
    const service = doc.serviceId !== undefined ? await tx.anyOf(spec, doc.serviceId) : undefined;
    return service ? { ...doc, ...mirrored(service.doc) } : doc;
  },
};

/** What a company service shows of its service. */
export function mirrored({
  name = '',
  egressType = 'singleOut',
  serviceStatus = 'normal',
}: Pick<Given<'Service'>, 'name' | 'egressType' | 'serviceStatus'>): Mirrored {
  return { serviceName: name, egressType, serviceStatus };
}
