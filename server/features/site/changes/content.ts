import { sameJson } from '#domain/condition.ts';
import { asObject, isObject } from '#domain/json.ts';
import { parsePointer } from '#domain/pointer.ts';
import { patched } from '#server/store/items/patch.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/**
 * One state of a site as somebody could enter it again: what may be sent of it, and its secrets by their places. It is compared
 * and put together property by property, whatever these are, so it is a document of any entity.
 */
export type Content = { document: Doc; secrets: Doc };

/** It is sealed where the change is stored, and never leaves. */
export function sealedContent({ document, secrets }: Content): Doc {
  return { document, secrets };
}

/** Without it nothing may be stored: a site would be emptied. */
export function contentIn({ id, secret }: Pick<Stored, 'id' | 'secret'>): Content {
  if (!isObject(secret.document)) throw new Error(`The scheduled change ${id} holds no content`);
  return { document: asObject(secret.document), secrets: asObject(secret.secrets) };
}

export function contentOf(spec: ItemSpec, { doc, secret }: Pick<Stored, 'doc' | 'secret'>): Content {
  return { document: settable(spec, doc), secrets: secret };
}

/** Properties in which two states differ, their secrets included. */
export function changedNames(from: Content, to: Content): string[] {
  const names = new Set([...Object.keys(from.document), ...Object.keys(to.document)]);
  const changed = [...names].filter((name) => !sameJson(from.document[name], to.document[name]));
  const hidden = new Set([...Object.keys(from.secrets), ...Object.keys(to.secrets)]);
  const withSecret = [...hidden].filter((pointer) => !sameJson(from.secrets[pointer], to.secrets[pointer])).map(propertyOf);
  return [...new Set([...changed, ...withSecret])];
}

/** The body that makes a site what the content says; of `names` alone where they are given, all else as `document` has it. */
export function bodyOf({ document, secrets }: Content, names?: { of: readonly string[]; document: Doc }): Doc {
  const wanted = names && new Set(names.of);
  const body: Doc = {};
  for (const name of new Set([...Object.keys(document), ...Object.keys(names?.document ?? {})])) {
    const value = (!wanted || wanted.has(name) ? document : (names?.document ?? {}))[name];
    if (value !== undefined) body[name] = value;
  }
  const places = Object.entries(secrets).filter(([pointer]) => !wanted || wanted.has(propertyOf(pointer)));
  return patched(
    body,
    places.map(([path, value]) => ({ op: 'add', path, value })),
  );
}

/** What of a document may be told to everybody who reads the site: a property with a permission of its own stays away. */
export function disclosed(spec: ItemSpec, document: Doc, names: readonly string[]): Doc {
  const open = new Set((spec.fields.fields ?? []).filter(({ node }) => node === undefined).map(({ name }) => name));
  return Object.fromEntries(names.flatMap((name) => (open.has(name) && document[name] !== undefined ? [[name, document[name]]] : [])));
}

function propertyOf(pointer: string): string {
  return parsePointer(pointer)[0] ?? '';
}
