import { auditCompanyOnce, auditType } from '#generated/problems.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import type { Draft } from '#server/store/items/typed.ts';

/** The audit type is the company's; the company has one setting, a site a second one only if the operator means it. */
export const auditConfig: EntityRules<'AuditConfig'> = {
  columns: ['siteId'],
  check: async (doc, change): Promise<Finding[]> => {
    const findings: Finding[] = [];
    const { tx, call } = change;
    const companies = call.services.store.spec('Company');
    const expected = (await tx.anyOf(companies, doc.companyId))?.doc.auditType ?? 'none';
    if (expected !== doc.auditType) {
      const problem = auditType({ type: doc.auditType, expected: expected });
      findings.push({ pointer: '/auditType', code: problem.code, params: problem.params });
    }
    const other = await sameScope(doc, change);
    if (other !== undefined && doc.scope === 'company') {
      const problem = auditCompanyOnce({ name: other });
      findings.push({ pointer: '/scope', code: problem.code, params: problem.params });
    }
    if (other !== undefined && doc.scope === 'site')
      findings.push({ pointer: '/siteId', code: 'audit.site-again', level: 'confirm', params: { name: other } });
    return findings;
  },
};

/** The name of another configuration for the same site or the whole company. */
async function sameScope(doc: Draft<'AuditConfig'>, { spec, tx, before }: Change<'AuditConfig'>): Promise<string | undefined> {
  if (before && before.doc.scope === doc.scope && before.doc.siteId === doc.siteId) return undefined;
  const ofCompany = await tx.find(spec, { companyId: doc.companyId, scope: doc.scope });
  const other = ofCompany.find((each) => each.doc.siteId === doc.siteId && each.id !== before?.id);
  return other?.doc.name;
}
