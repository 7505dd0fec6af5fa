import type { WholeScope } from '#resource/scope.ts';
import { isRequired, visibleFields } from '#domain/condition.ts';
import { initialDocument } from '#domain/document.ts';
import type { Field, Json, Ref } from '#domain/model.ts';
import { getPointer } from '#domain/pointer.ts';
import { schemaOf } from '#resource/fields.ts';

/** What has to be there before the first row can be made, and by what the choice of it is narrowed. */
export type Prerequisite = {
  ref: Ref;
  /** Values that the form would have at its beginning; '' stands for the workspace's own. */
  scope: Record<string, Json>;
  /** Chosen at the top of the page, not in the form. */
  inView: boolean;
};

/** The contract's own word on what comes first: what the path of a create names, and what its body must refer to. */
export function prerequisitesOf({
  resource,
  model,
  params,
  create,
}: Pick<WholeScope, 'resource' | 'model' | 'params' | 'create'>): Prerequisite[] {
  if (create === undefined) {
    const open = resource.operations.create.flatMap(({ pathParams }) => pathParams).filter(({ name }) => !(name in params));
    const names = [...new Set(open.map(({ name }) => name))];
    return names
      .flatMap((name) => model.context[name] ?? [])
      .filter((ref) => ref.resource in model.resources)
      .map((ref) => ({ ref, scope: {}, inView: true }));
  }
  const root = schemaOf(resource, create.body?.schema ?? '');
  const doc = initialDocument({ ...root, required: true }) ?? {};
  return visibleFields(root, doc).flatMap((field) => {
    const ref = refOf(field);
    if (ref === undefined || !isRequired(field, doc) || field.readOnly || ref.resource === resource.name) return [];
    const scope: Record<string, Json> = {};
    for (const [name, pointer] of Object.entries(ref.scope ?? {})) {
      const value = pointer === '' ? '' : getPointer(doc, pointer);
      // what another field decides is asked for once that is filled in
      if (value === undefined || value === null) return [];
      scope[name] = value;
    }
    return [{ ref, scope, inView: false }];
  });
}

function refOf(field: Field): Ref | undefined {
  const ref = field.ref ?? field.items?.ref;
  return ref && 'resource' in ref ? ref : undefined;
}
