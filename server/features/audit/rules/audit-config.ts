import { auditCompanyOnce, auditType } from '#generated/problems.ts';
import { type Finding } from '#server/kernel/problem.ts';
import { type Change, type EntityRules } from '#server/kernel/resource/entity.ts';
import { type Doc } from '#server/store/items/tables.ts';

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
async function sameScope(doc: Doc, { spec, tx, before }: Change): Promise<string | undefined> {
  if (before && before.doc.scope === doc.scope && before.doc.siteId === doc.siteId) return undefined;
  const found = await tx.db
    .selectFrom(spec.table)
    .select('id')
    .where('owner', '=', String(doc.companyId))
    .where('c_scope', '=', String(doc.scope))
    .where('c_siteid', doc.siteId === undefined ? 'is' : '=', doc.siteId === undefined ? null : String(doc.siteId))
    .where('id', '!=', before?.id ?? '')
    .limit(1)
    .executeTakeFirst();
  const stored = found && (await tx.anyOf(spec, found.id));
  return stored && String(stored.doc.name ?? stored.id);
}
