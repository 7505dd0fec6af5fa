import type { ValidateFunction } from 'ajv';
import { asText, type JsonObject } from '#domain/json.ts';
import type { SchemaError } from '#domain/causes.ts';
import type { Resource } from '#domain/model.ts';
import { parsePointer } from '#domain/pointer.ts';
import { runRules } from '#domain/rules/registry.ts';
import { allFields } from '../field-paths.ts';
import { type CompiledAt, compiledIn, forAnswers } from '../read/compiled.ts';
import { type Change, type Concerned, fingerprintOf, pointerOf } from './change.ts';
import type { RefusedExample } from './documents.ts';
import type { Side } from './side.ts';
import type { Kept } from './stored.ts';

/** Changes with what they concern of documents and views; views that name what only got another name are a break of their own. */
export async function withConcerned(
  changes: readonly Change[],
  { before, after }: { before: Side; after: Side },
  examples: readonly RefusedExample[],
  kept: AsyncIterable<Kept> | Iterable<Kept>,
): Promise<Change[]> {
  if (changes.length === 0) return [];
  const counted = new Map<Change, Concerned>();
  const own = Map.groupBy(changes, ({ screen }) => screen);
  const count = (change: Change, what: keyof Concerned): void => {
    const known = counted.get(change) ?? { stored: 0, examples: 0, views: 0 };
    counted.set(change, { ...known, [what]: known[what] + 1 });
  };
  for (const { screen, errors } of examples) for (const change of concernedBy(own.get(screen) ?? [], errors)) count(change, 'examples');
  const held = holders({ before, after });
  const dangling = new Map<string, Change>();
  for await (const each of kept) {
    if ('doc' in each) {
      const holder = held.of(each.table);
      const named = holder && own.get(holder.name);
      if (!holder || !named || !holder.fitted(each.doc)) continue;
      const errors = holder.fits(each.doc) ? [] : (holder.fits.errors ?? []);
      const found = new Set([...concernedBy(named, errors), ...named.filter((change) => isBroken(change, holder.after, each.doc))]);
      for (const change of found) count(change, 'stored');
      continue;
    }
    for (const lost of held.lost(each.list, each.query)) {
      const lines = (own.get(each.list) ?? []).filter(({ words }) => lost.said.includes(words));
      const [line = danglingView(each.list, lost, held.routesOf(each.list))] = lines;
      const shown = dangling.get(line.fingerprint) ?? line;
      if (lines.length === 0) dangling.set(line.fingerprint, shown);
      count(shown, 'views');
    }
  }
  return [...changes, ...dangling.values()].map((change) => {
    const concerned = counted.get(change);
    return concerned ? { ...change, concerned } : change;
  });
}

/** The changes at whose place, or below it, something is wrong. */
function concernedBy(changes: readonly Change[], errors: readonly SchemaError[]): Change[] {
  const places = errors.map(placeOf);
  return changes.filter(({ kind, pointer }) => {
    const at = propertyAt(pointer);
    return (
      (kind === 'TIGHTEN' || kind === 'BREAK') && at !== undefined && places.some((place) => place === at || place.startsWith(`${at}/`))
    );
  });
}

/** Where an error is, whichever element of a list it is in. */
function placeOf({ instancePath, params }: SchemaError): string {
  const property = asText(params['missingProperty']) ?? asText(params['additionalProperty']) ?? asText(params['unevaluatedProperty']);
  return `${instancePath}${property === undefined ? '' : `/${property}`}`.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The same of what a change points at; undefined of what is no property. */
function propertyAt(pointer: string): string | undefined {
  if (!pointer.startsWith('#/')) return undefined;
  const [components, schemas, , ...below] = parsePointer(pointer.slice(1));
  if (components !== 'components' || schemas !== 'schemas' || below.length === 0 || below[0] !== 'properties') return undefined;
  let at = '';
  for (let index = 0; index < below.length; index++) at += below[index] === 'items' ? '/*' : `/${below[++index] ?? ''}`;
  return at;
}

/** Whether a document breaks the rule that a change brings. */
function isBroken({ kind, words }: Change, { rules }: Resource, doc: JsonObject): boolean {
  if (kind !== 'TIGHTEN') return false;
  const come = rules.filter(({ use, over }) => words === `rule ${use} over ${over.join(', ')} is checked`);
  return runRules(come, doc).some(({ level }) => level === 'error');
}

type Holder = { name: string; after: Resource; fitted: (doc: JsonObject) => boolean; fits: ValidateFunction };

function compiledWhenAsked(root: JsonObject): CompiledAt {
  let compiled: CompiledAt | undefined;
  return (...place) => (compiled ??= compiledIn(forAnswers(root)))(...place);
}

function holders({ before, after }: { before: Side; after: Side }) {
  const [was, is] = [before, after].map(({ contract }) => compiledWhenAsked(contract.document.root));
  const resources = new Map(after.built.resources.map(({ resource }) => [resource.name, resource]));
  const tables = new Map(before.built.resources.map(({ resource }) => [`r_${resource.file.replaceAll(/[^a-z0-9]/g, '_')}`, resource]));
  const made = new Map<string, Holder | undefined>();
  // a validator is long in the making: there are those of what is stored
  const make = (table: string): Holder | undefined => {
    const resource = tables.get(table);
    const next = resource && resources.get(resource.name);
    if (!resource || !next) return undefined;
    const place = ['components', 'schemas', resource.item];
    const [fitted, fits] = [was?.(...place), is?.('components', 'schemas', next.item)];
    return fits && { name: resource.name, after: next, fitted: (doc) => fitted?.(doc) ?? true, fits };
  };
  const old = new Map(before.built.resources.map(({ resource }) => [resource.name, resource]));
  return {
    of: (table: string): Holder | undefined => {
      if (!made.has(table)) made.set(table, make(table));
      return made.get(table);
    },
    routesOf: (list: string) => [resources.get(list)?.route ?? ''].filter((route) => route !== ''),
    /** What a view names that its list had and has no more. */
    lost: (list: string, query: string): Lost[] => {
      const [had, has] = [namesOf(old.get(list)), namesOf(resources.get(list))];
      const { filters, properties } = viewNames(query);
      return [
        ...filters
          .filter((name) => had.filters.has(name) && !has.filters.has(name))
          .map((name) => ({ name, said: [`filter ${name} disappears`], words: `saved views filter by ${name}, which is gone` })),
        ...properties
          .filter((name) => had.properties.has(name) && !has.properties.has(name))
          .map((name) => ({
            name,
            said: [`column ${name} disappears`, `field ${name} is gone`],
            words: `saved views show ${name}, or sort by it, which is gone`,
          })),
      ];
    },
  };
}

/** What a view names that is gone: the changes that say so already, and what is said where none does. */
type Lost = { name: string; said: readonly string[]; words: string };
type Names<Of> = { filters: Of; properties: Of };

/** All that a view of a list may name: parameters of its calls and properties of its rows. */
function namesOf(resource: Resource | undefined): Names<ReadonlySet<string>> {
  if (!resource) return { filters: new Set(), properties: new Set() };
  const { operations, schemas, row, filters, columns } = resource;
  return {
    filters: new Set([...filters, ...operations.list.flatMap(({ query }) => query.map(({ name }) => name))]),
    properties: new Set([...columns, ...(schemas[row] ? allFields(schemas[row]).map(({ path }) => path) : [])]),
  };
}

function viewNames(query: string): Names<string[]> {
  const params = new URLSearchParams(query);
  const sorted = params.get('sort')?.replace(/^-/, '');
  const shown = params.get('cols')?.split(',') ?? [];
  return {
    filters: [...new Set([...params.keys()].flatMap((key) => (key.startsWith('f.') ? [key.slice(2)] : [])))],
    properties: [...new Set([...shown, ...(sorted ? [sorted] : [])])],
  };
}

function danglingView(screen: string, { name, words }: Lost, routes: string[]): Change {
  const found = { kind: 'BREAK' as const, words, pointer: pointerOf(screen, name), names: [name] };
  const place = { screen, routes };
  return { ...place, ...found, fingerprint: fingerprintOf(place, found), overrides: [] };
}
