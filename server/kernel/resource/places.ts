import { isVisible } from '#domain/condition.ts';
import { pointerOf } from '#domain/value.ts';
import { outOfReach, outOfReachCompanies, type Problem } from '#generated/problems.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Write } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { type ItemSpec, valuesAt } from '#server/store/items/item-spec.ts';
import { isNarrowed } from '#server/store/query/places.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Whoever looks after some areas leaves nothing beyond them: told at the field that leads out. */
export async function placeFindings(doc: Doc, { spec, tx }: Change): Promise<Finding[]> {
  const { standsAt } = spec;
  if (standsAt && 'companies' in standsAt) return companyFindings(standsAt.companies[0] ?? '', doc, { spec, tx });
  const owner = spec.owner === undefined ? undefined : doc[spec.owner];
  if (!standsAt || typeof owner !== 'string' || (await tx.standing(spec, owner, doc)).whole) return [];
  if ('city' in standsAt) return [cityFinding(standsAt.city, doc, tx.handle.reach(spec).cities?.get(owner) ?? [])];
  const [path = ''] = standsAt.sites;
  // a site that is named and not reached is told as a reference that is missing
  if (valuesAt(doc, path).length > 0) return [];
  return [
    { pointer: pointerOf(fieldFor(spec, path, doc)), code: standsAt.none === 'nowhere' ? 'rule.reach.noSite' : 'rule.reach.everySite' },
  ];
}

/** Who does not look after all companies names those that it is for. */
async function companyFindings(path: string, doc: Doc, { spec, tx }: Pick<Change, 'spec' | 'tx'>): Promise<Finding[]> {
  if (valuesAt(doc, path).length > 0 || (await tx.standing(spec, null, doc)).whole) return [];
  return [{ pointer: pointerOf(path.replace(/\[\]$/, '')), code: 'rule.reach.everyCompany' }];
}

function cityFinding(path: string, doc: Doc, cities: readonly string[]): Finding {
  const value = doc[path];
  const allowed = cities.join(', ');
  if (typeof value !== 'string' || value === '') return { pointer: pointerOf(path), code: 'rule.reach.noCity', params: { allowed } };
  return { pointer: pointerOf(path), code: 'rule.reach.city', params: { value, allowed } };
}

/** The property to blame: that which leads to the site, or the choice that leaves it out. */
function fieldFor(spec: ItemSpec, path: string, doc: Doc): string {
  const name = path.replace(/\[\].*$/, '');
  const field = spec.fields.fields?.find((each) => each.name === name);
  if (field?.when && !isVisible(field, doc) && 'property' in field.when) return field.when.property.replaceAll('/', '.');
  return name;
}

/** What is said to who may not change something because it concerns others too. */
function beyond({ standsAt }: ItemSpec): Problem {
  return standsAt && 'companies' in standsAt ? outOfReachCompanies() : outOfReach();
}

/** An item that also stands beyond the caller's sites is read, and neither changed nor acted on. */
export function onlyWhole(handler: Write, { operation }: Served, spec: ItemSpec): Write {
  const { update, delete: remove, actions } = spec.resource.operations;
  if (!spec.standsAt || ![...update, ...remove, ...actions].some(({ id }) => id === operation.id)) return handler;
  return {
    ...handler,
    run: async (call, tx) => {
      if (isNarrowed(call.handle.reach(spec), spec)) {
        const item = await findItem(spec, call, (id) => tx.get(spec, id));
        if (!(await tx.standing(spec, item.owner, item.doc)).whole) throw new ProblemError(beyond(spec));
      }
      return handler.run(call, tx);
    },
  };
}
