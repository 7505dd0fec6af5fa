import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContractDocument } from '#codegen/read/document.ts';
import { buildField } from '#codegen/fields.ts';
import { isRequired, sameJson, visibleFields } from '#domain/condition.ts';
import { fieldAt, initialDocument, withoutSecrets } from '#domain/document.ts';
import { variantOf } from '#domain/variant.ts';
import { asObject, isObject } from '#domain/json.ts';
import { mergePatched } from '#domain/merge-patch.ts';
import type { Field, Json } from '#domain/model.ts';
import { child, getPointer, joinPointer, parsePointer, setPointer } from '#domain/pointer.ts';
import { duplicateOf } from '#page/duplicate.ts';
import { bodyOf } from '#resource/body.ts';
import { fieldAt as columnAt } from '#resource/fields.ts';
import { documentOf } from '#import/check/convert.ts';
import { differences, merged } from '#form/engine/merge.ts';
import { createFormStore, type FormStore } from '#form/engine/store.ts';
import { put } from '#form/island/put.ts';
import { times } from '#tests/support/effort.ts';
import { operationWith } from '#tests/support/fixtures.ts';
import { records, shapes, type Documents, type Schema, type Shape } from '#tests/support/random-schema.ts';

const runs = Number(process.env['RUNS'] ?? times(300, 600));
const replace = operationWith({ body: { mediaType: 'application/json', required: true, schema: 'X' } });
const patch = operationWith({ body: { mediaType: 'application/json', required: true, schema: 'X', merge: true } });

/** A schema and a document of it. */
const withDocument = (of: fc.Arbitrary<Shape>) =>
  of.chain(({ schema, request, documents }) => documents.map((each) => ({ schema, request, ...each })));
const cases = withDocument(shapes(3)).filter(({ answered }) => answered !== null);
const objects = withDocument(records(3));
const seeds = fc.tuple(fc.nat(), fc.nat());

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, addUsedSchema: false, unicodeRegExp: true });

function fieldOf(schema: Schema): Field {
  const islands = { of: 'X', found: new Map() };
  return buildField({ document: new ContractDocument({}), words: new Map(), guesses: [], islands }, schema, 'X');
}

/** As the columns of a file see it: nothing is drawn there. */
function treeOf(schema: Schema): Field {
  return buildField({ document: new ContractDocument({}), words: new Map(), guesses: [] }, schema, 'X');
}

/** Places that a form draws a control for, with a value that somebody may enter there. */
function places(field: Field, value: unknown, pointer = ''): Touched[] {
  if (field.island !== undefined) return value === undefined ? [] : placesInIsland(field, value, { pointer, path: [] });
  switch (field.kind) {
    case 'object':
      return visibleFields(field, value)
        .filter((each) => !each.readOnly && each.const === undefined)
        .flatMap((each) => {
          const at = joinPointer(pointer, each.name);
          const given = child(value, each.name);
          const gone = given !== undefined && !isRequired(each, value) ? [{ pointer: at, next: undefined }] : [];
          return [...gone, ...places(each, given, at)];
        });
    case 'array': {
      const { items } = field;
      return Array.isArray(value) && items ? value.flatMap((item, index) => places(items, item, joinPointer(pointer, index))) : [];
    }
    case 'map':
      return [];
    case 'variants': {
      const variant = variantOf(field, value);
      return variant && value !== undefined ? places(variant, value, pointer) : [];
    }
    default: {
      const next = entered(field, value);
      return next === undefined ? [] : [{ pointer, next }];
    }
  }
}

/** The library draws whatever stands there: what is not readOnly can be changed, and a property taken away. */
function placesInIsland(root: Field, value: unknown, island: NonNullable<Touched['island']>): Touched[] {
  const { path } = island;
  const own = getPointer(value, joinPointer('', ...path));
  if (path.some((_, index) => fieldAt(root, value, path.slice(0, index + 1).map(String))?.readOnly)) return [];
  const pointer = joinPointer(island.pointer, ...path);
  const steps = Array.isArray(own) ? [...own.keys()] : isObject(own) ? Object.keys(own) : [];
  const gone = path.length > 0 && typeof path.at(-1) === 'string' ? [{ pointer, next: undefined, island }] : [];
  const next = typeof own === 'string' ? 'touched' : typeof own === 'number' ? 4711 : typeof own === 'boolean' ? !own : undefined;
  return [
    ...gone,
    ...(next === undefined ? [] : [{ pointer, next, island }]),
    ...steps.flatMap((step) => placesInIsland(root, value, { ...island, path: [...path, step] })),
  ];
}

/** As a control does it, and as the library's root field does. */
function touch(store: FormStore, { pointer, next, island }: Touched): void {
  if (island) store.set(island.pointer, put(store.get(island.pointer), island.path, next));
  else store.set(pointer, next);
}

function entered(field: Field, value: unknown): Json | undefined {
  if (field.values) return field.values.find((each) => !sameJson(each, value));
  if (field.kind === 'boolean') return value !== true;
  return field.kind === 'text' ? 'touched' : field.kind === 'integer' || field.kind === 'number' ? 4711 : undefined;
}

/** As `setPointer`, but undefined takes the property away. */
function changed(doc: Json, pointer: string, next: Json | undefined): Json {
  if (next !== undefined) return setPointer(doc, pointer, next);
  const segments = parsePointer(pointer);
  const owner = joinPointer('', ...segments.slice(0, -1));
  const rest = Object.entries(asObject(getPointer(doc, owner))).filter(([name]) => name !== segments.at(-1));
  return setPointer(doc, owner, Object.fromEntries(rest));
}

/** Pointers of what the one has and the other has not; nothing if they differ otherwise. */
function missing(full: Json, less: Json | undefined, pointer = ''): string[] | undefined {
  if (less === undefined) return [pointer];
  if (JSON.stringify(full) === JSON.stringify(less)) return [];
  if (full === null || typeof full !== 'object' || less === null || typeof less !== 'object') return undefined;
  if (Array.isArray(full) !== Array.isArray(less)) return undefined;
  if (Array.isArray(full) && Array.isArray(less) && full.length !== less.length) return undefined;
  if (Object.keys(less).some((name) => !Object.hasOwn(full, name))) return undefined;
  const found = Object.entries(full).map(([name, value]) => missing(value, child(less, name), joinPointer(pointer, name)));
  return found.some((each) => each === undefined) ? undefined : found.flatMap((each) => each ?? []);
}

function opened(root: Field, answered: Json) {
  return createFormStore(initialDocument({ ...root, required: true }, answered) ?? {}, undefined, root);
}

/** What a choice opens may have been readOnly before, or be so from now on. */
const isChoice = (pointer: string): boolean => /\/(kind|tag)$/.test(pointer);

/** Where, what, and within which island. */
type Touched = { pointer: string; next: Json | undefined; island?: { pointer: string; path: (string | number)[] } };

/** What must be said of what a form sends: all that was there, unless the schema rules it out. */
function judge(validate: ValidateFunction, { answered, sent }: Documents, { pointer: at, next }: Touched, got: Json) {
  const expected = changed(sent, at, next);
  if (validate(expected)) {
    if (!isChoice(at)) expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
    for (const [full, less] of [
      [changed(answered, at, next), got],
      [got, expected],
    ] as const)
      expect(missing(full, less), `${JSON.stringify(expected)} became ${JSON.stringify(got)}`).toBeDefined();
    return 'whole';
  }
  const gone = missing(expected, got);
  if (!isChoice(at)) expect(gone, `${JSON.stringify(expected)} became ${JSON.stringify(got)}`).toBeDefined();
  if (!validate(got)) return 'invalid';
  for (const pointer of gone ?? [])
    expect(validate(setPointer(got, pointer, getPointer(expected, pointer))), `${pointer} was allowed`).toBe(false);
  return 'ruled out';
}

describe('what a schema permits is never lost', () => {
  test('over random schemas: opened, one field touched, saved: everything else is byte-identical, in its order', () => {
    const count = { untouched: 0, whole: 0, 'ruled out': 0, invalid: 0, 'in islands': 0 };
    fc.assert(
      fc.property(cases, seeds, ({ schema, request, answered, sent }, [seed, side]) => {
        const validate = ajv.compile(request);
        expect(validate(sent), JSON.stringify(validate.errors)).toBe(true);
        const root = side % 2 === 0 ? fieldOf(schema) : treeOf(schema);
        const store = opened(root, answered);
        expect(JSON.stringify(bodyOf(replace, root, store.document(), store.base(), 'update'))).toBe(JSON.stringify(sent));
        count.untouched++;
        const all = places(root, answered);
        const place = all[seed % all.length];
        if (!place || place.pointer === '') return;
        touch(store, place);
        if (place.island) count['in islands']++;
        const got = bodyOf(replace, root, store.document(), store.base(), 'update');
        count[judge(validate, { answered, sent }, place, got)]++;
      }),
      { numRuns: runs, seed: 10 },
    );
    console.log(`Open, touch, save, of ${runs} schemas: ${counted(count)}.`);
    expect(count.whole).toBeGreaterThan(runs / 4);
    expect(count['ruled out']).toBeGreaterThan(runs / 100);
    expect(count['in islands']).toBeGreaterThan(runs / 10);
  });

  test('over random schemas: a draft, a duplicate and a change by PATCH hold what the schema permits', () => {
    const count = { copied: 0, patched: 0, 'with removals': 0 };
    fc.assert(
      fc.property(objects, seeds, ({ schema, answered, sent }, [seed]) => {
        const root = fieldOf(schema);
        expect(JSON.stringify(withoutSecrets(root, answered))).toBe(JSON.stringify(answered));
        if (root.kind !== 'object' || !root.fields) return;
        const copy = duplicateOf({ id: '-', label: '{-}' }, root, asObject(answered), 'copy');
        expect(JSON.stringify(copy)).toBe(JSON.stringify(sent));
        count.copied++;
        const all = places(root, answered);
        const place = all[seed % all.length];
        if (!place || isChoice(place.pointer)) return;
        const store = opened(root, answered);
        touch(store, place);
        const name = parsePointer(place.pointer)[0] ?? '';
        const changes = asObject(bodyOf(patch, root, store.document(), store.base(), 'update'));
        // what no body may lack goes along, as it is
        const required = root.fields.filter((each) => each.required).map((each) => each.name);
        const now = asObject(bodyOf(replace, root, store.document(), store.base(), 'update'));
        expect(
          sameJson(withoutNulls(mergePatched(sent, changes)), withoutNulls(now)),
          `${JSON.stringify(sent)} with ${JSON.stringify(changes)}`,
        ).toBe(true);
        count.patched++;
        if (JSON.stringify(withoutNulls(changes)) !== JSON.stringify(changes)) count['with removals']++;
        const others = Object.entries(changes).filter(([each]) => each !== name);
        for (const [each, value] of others) expect([each, value]).toEqual([each, asObject(sent)[each]]);
        expect(others.map(([each]) => each).filter((each) => !required.includes(each))).toEqual([]);
      }),
      { numRuns: runs / 2, seed: 11 },
    );
    console.log(`Draft, duplicate and PATCH, of ${runs / 2} schemas: ${counted(count)}.`);
    expect(count['with removals']).toBeGreaterThan(runs / 100);
  });

  test('over random schemas: two changes at two places meet in one document', () => {
    let met = 0;
    fc.assert(
      fc.property(objects, seeds, ({ schema, request, answered, sent }, [one, two]) => {
        const root = fieldOf(schema);
        const all = places(root, answered);
        const [mine, theirs] = [all[one % all.length], all[two % all.length]];
        if (!mine || !theirs) return;
        const top = (pointer: string) => parsePointer(pointer)[0];
        if (root.kind !== 'object' || top(mine.pointer) === top(theirs.pointer) || [mine, theirs].some(({ pointer }) => isChoice(pointer)))
          return;
        const expected = changed(changed(sent, theirs.pointer, theirs.next), mine.pointer, mine.next);
        const validate = ajv.compile(request);
        if (!validate(expected)) return;
        const [doc, current] = [changed(answered, mine.pointer, mine.next), changed(answered, theirs.pointer, theirs.next)];
        const found = differences(root, answered, doc, current);
        const body = bodyOf(replace, root, merged(current, found, new Map()), current, 'update');
        expect(sameJson(body, expected), `${JSON.stringify(expected)} became ${JSON.stringify(body)}`).toBe(true);
        met++;
      }),
      { numRuns: runs, seed: 12 },
    );
    console.log(`Two changes, of ${runs} schemas: ${met} met in one document.`);
    expect(met).toBeGreaterThan(runs / 20);
  });

  test('over random schemas: a line of a file that says one thing of an item leaves everything else as it is stored', () => {
    let imported = 0;
    fc.assert(
      fc.property(objects, seeds, ({ schema, request, answered, sent }, [seed]) => {
        const root = treeOf(schema);
        const columns = places(root, answered).filter(
          ({ pointer, next }) => hasCell(root, pointer) && next !== undefined && !isChoice(pointer),
        );
        const column = columns[seed % columns.length];
        if (!column) return;
        const path = parsePointer(column.pointer).join('.');
        const { document, errors } = documentOf([String(column.next)], [path], root, { languages: [] }, answered);
        // of branches with a property of one name the first says how its column is read
        const expected = changed(sent, column.pointer, getPointer(document, column.pointer));
        if (!ajv.compile(request)(expected)) return;
        expect(errors).toEqual([]);
        expect(JSON.stringify(bodyOf(replace, root, document, answered, 'update'))).toBe(JSON.stringify(expected));
        imported++;
      }),
      { numRuns: runs, seed: 13 },
    );
    console.log(`A line of a file, of ${runs} schemas: ${imported} were read.`);
    expect(imported).toBeGreaterThan(runs / 10);
  });
});

function counted(count: Record<string, number>): string {
  return Object.entries(count)
    .map(([what, times]) => `${times} ${what}`)
    .join(', ');
}

/** A merge cannot tell null from nothing, but in lists. */
function withoutNulls(value: Json): Json {
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each)]));
}

/** A column of a file stands for one field of an object, by names, whose value is said by a text of its kind. */
function hasCell(root: Field, pointer: string): boolean {
  const path = parsePointer(pointer).join('.');
  const field = columnAt(root, path);
  return field?.path === path && ['text', 'integer', 'number', 'boolean'].includes(field.kind) && field.open !== true;
}
