import { isObject } from '#domain/json.ts';
import { prune, withoutSecrets } from '#domain/document.ts';
import { lengthOf } from '#domain/formats/format.ts';
import { formats } from '#domain/formats/registry.ts';
import { labelPaths } from '#domain/label.ts';
import type { Field, Resource } from '#domain/model.ts';
import { singlyUnique } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';

/**
 * What a new item starts from that is to be like another: without identity, read-only values and secrets, in the first
 * state, under a name of its own. What occurs once only and is no name, or what the contract leaves out of a copy, is left to
 * be filled in.
 */
export function duplicateOf(resource: Pick<Resource, 'id' | 'label' | 'data'>, root: Field, item: Row, word: string): Row {
  const known = withoutSecrets(root, prune(root, item, 'create'));
  const copy: Row = isObject(known) ? { ...known } : {};
  const own = (root.fields ?? []).filter(({ hide }) => hide?.includes('copy')).map(({ name }) => name);
  for (const name of [resource.id, ...own, ...singlyUnique(resource), ...(resource.data?.states ? [resource.data.states.property] : [])])
    delete copy[name];
  const named = (root.fields ?? []).find(({ name, kind }) => kind === 'text' && labelPaths(resource.label).includes(name));
  const before = named && item[named.name];
  const after = named && typeof before === 'string' ? nameAfter(named, before, word) : undefined;
  if (named && !named.ref && !named.values && after !== undefined) copy[named.name] = after;
  return copy;
}

/** `Web` is followed by `Web copy`, that by `Web copy 2`; undefined where the field takes no such text. */
function nameAfter(field: Field, name: string, word: string): string | undefined {
  for (const space of [' ', '_']) {
    const [, base = name, number] = new RegExp(`^(.*)${space}${word}(?:${space}(\\d+))?$`, 'su').exec(name) ?? [];
    const tail = base === name ? `${space}${word}` : `${space}${word}${space}${Number(number ?? 1) + 1}`;
    const room = (field.limits?.maxLength ?? Infinity) - lengthOf(tail);
    const text = Array.from(base).slice(0, Math.max(room, 0)).join('').trimEnd() + tail;
    if (room > 0 && accepts(field, text)) return text;
  }
  return undefined;
}

function accepts(field: Field, text: string): boolean {
  const { pattern } = field.limits ?? {};
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false;
  return field.format === undefined || formats[field.format]?.check(text) === undefined;
}
