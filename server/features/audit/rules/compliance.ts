import { complianceNotApproved } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** A declared business of a company: its own sites and circuits. */
export const complianceBusiness: EntityRules<'ComplianceBusiness'> = {
  complete: (doc, { call, before }) => (before ? doc : { ...doc, appliedAt: timestamp(call.services.clock.now()) }),
  restored: (doc) => doc,
};

/** Traffic leaves the country only for a business that was approved. */
export const crossBorderRoute: EntityRules<'CrossBorderRoute'> = {
  check: notApproved,
};

async function notApproved(doc: DocOf<'CrossBorderRoute'>, { call, tx, before }: Change<'CrossBorderRoute'>): Promise<Finding[]> {
  const spec = call.services.store.spec('ComplianceBusiness');
  if (!doc.enable) return [];
  // what runs may still be edited when its approval has ended, but nothing new begins
  if (before?.doc.businessId === doc.businessId && before.doc.enable) return [];
  const business = await tx.anyOf(spec, doc.businessId);
  if (!business || business.doc.state === 'approved') return [];
  const problem = complianceNotApproved({ name: business.doc.name });
  return [{ pointer: '/businessId', code: problem.code, params: problem.params }];
}
