import type { Field, ListedResource, Resource, ResourceForms } from './model.ts';

/**
 * A resource as it travels: what a list shows first, and what its forms and its items need only once one of them is opened. Of the
 * form that changes a row the list has what is switched in the row.
 */
export function partsOf({ schemas, rules, ...resource }: Resource): { listed: ListedResource; forms: ResourceForms } {
  const switched = resource.operations.update.flatMap(({ body }) => {
    const key = body?.schema ?? resource.item;
    const form = schemas[key];
    const switches = form?.fields?.filter(isSwitch) ?? [];
    return form && switches.length > 0 ? [[key, { name: form.name, path: form.path, kind: form.kind, fields: switches }] as const] : [];
  });
  const row = schemas[resource.row];
  const { [resource.row]: _row, ...others } = schemas;
  return {
    listed: { ...resource, schemas: { ...Object.fromEntries(switched), ...(row ? { [resource.row]: row } : {}) } },
    forms: { schemas: others, rules },
  };
}

export function wholeOf({ schemas, ...listed }: ListedResource, forms: ResourceForms): Resource {
  return { ...listed, schemas: { ...schemas, ...forms.schemas }, rules: forms.rules };
}

/** Turned where the row stands, without a form. */
export function isSwitch({ kind, widget, when }: Field): boolean {
  return kind === 'boolean' && widget === 'switch' && !when;
}
