import { labelOf } from '#server/resource/labels.ts';
import { type Finding } from '#server/problem.ts';
import { type Change } from '#server/rules/entity.ts';
import { type Doc } from '#server/store/tables.ts';

/** What a document of one company names of another: references by property, each with its resource. */
export async function foreignReferences(doc: Doc, change: Change, refs: Readonly<Record<string, string>>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [property, resource] of Object.entries(refs)) {
    const spec = change.call.services.store.specs.get(resource);
    const value = doc[property];
    for (const [index, id] of (Array.isArray(value) ? value : [value]).entries()) {
      const item = spec && typeof id === 'string' ? await change.tx.anyOf(spec, id) : undefined;
      if (!item || item.owner === null || item.owner === doc['companyId']) continue;
      const pointer = Array.isArray(value) ? `/${property}/${index}` : `/${property}`;
      findings.push({ pointer, code: 'reference-missing', params: { field: labelOf(change, property), value: String(id) } });
    }
  }
  return findings;
}
