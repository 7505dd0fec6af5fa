import { asText } from '#domain/json.ts';
import type { Field, Resource } from '#domain/model.ts';
import { notFilters } from '../infer/filters.ts';
import type { Draft } from '../infer/resources.ts';
import { humanise } from '../names.ts';
import type { RawOperation } from '../read/operations.ts';
import type { Words } from '../annotate/annotate.ts';

const LONGEST_HELP = 300;
const plain = new Set(['list', 'get', 'create', 'update', 'delete']);

/** Filters and the parameters of actions that no property names have words of their own. */
export function parameterWords(draft: Draft, resource: Resource, known: ReadonlyMap<string, Words>): Map<string, Words> {
  const ranges = resource.operations.list.flatMap(({ range }) => (range === undefined ? [] : [range.start, range.end]));
  const listed = new Set([...resource.filters, ...ranges]);
  const found = new Map<string, Words>();
  for (const { operation, kind } of draft.operations) {
    if (kind !== 'list' && kind !== 'action') continue;
    for (const { name, in: place, schema, description, notes } of operation.params) {
      if (place !== 'query' || known.has(name) || found.has(name) || notFilters.has(name)) continue;
      if (kind === 'action' || listed.has(name))
        found.set(name, { name, title: asText(schema['title']), description, origins: [], refers: notes.ref !== undefined });
    }
  }
  return found;
}

/** A form asks for its parameters beside what its body holds. */
export function formWords(
  { params }: RawOperation,
  known: ReadonlyMap<string, Words>,
  wordsIn: (schema: unknown) => Words | undefined,
): Map<string, Words> {
  const words = new Map(known);
  for (const { name, description, schema, notes } of params) {
    if (words.has(name)) continue;
    const own = wordsIn(schema);
    const origins = own?.origins.map((origin) => ({ ...origin, at: name })) ?? [];
    words.set(name, { ...own, name, description: description ?? own?.description, origins, refers: notes.ref !== undefined });
  }
  return words;
}

/** What an operation beyond the plain ones is called, and what an action does. */
export function actionWords(draft: Draft, operations: Resource['operations']): Record<'actions' | 'actionHelp', Map<string, string>> {
  const actions = new Map<string, string>();
  const actionHelp = new Map<string, string>();
  const raw = new Map(draft.operations.map(({ operation }) => [operation.id, operation]));
  for (const { id, kind, ids } of Object.values(operations).flat()) {
    if (plain.has(kind)) continue;
    const { summary = '', description = '' } = raw.get(id) ?? {};
    actions.set(id, summary === '' ? humanise(id) : summary);
    // what is longer is a manual, not a sentence before a confirmation
    if ((kind === 'action' || ids) && description !== '' && description.length <= LONGEST_HELP) actionHelp.set(id, description);
  }
  return { actions, actionHelp };
}

export function groupNames(fields: Record<string, Field>): string[] {
  return [...new Set(Object.values(fields).flatMap(namesIn))];
}

function namesIn(field: Field): string[] {
  const own = (groups: Field['groups']): string[] => (groups ?? []).flatMap((group) => [group.name, ...own(group.groups)]);
  const children = [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items === undefined ? [] : [field.items])];
  return [...own(field.groups), ...children.flatMap(namesIn)];
}
