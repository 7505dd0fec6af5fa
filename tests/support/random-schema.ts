import * as fc from 'fast-check';
import { asArray, asObject, isJson, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { sure } from '#tests/support/shape.ts';

export type Schema = { [key: string]: Json };
/** A document as the backend answers it, and what of it may be sent: without readOnly values. */
export type Documents = { answered: Json; sent: Json };
/** A schema, the same as a request sees it (readOnly properties are unknown to it), and documents that fit. */
export type Shape = { schema: Schema; request: Schema; documents: fc.Arbitrary<Documents> };

const same = (value: Json): Documents => ({ answered: value, sent: value });
const word = fc.string({ minLength: 1, maxLength: 6 });
/** Values that nothing describes; as they come over the wire. */
const anything: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }).map((value): Json => sure(JSON.parse(JSON.stringify(value)), isJson));

const identified: fc.Arbitrary<Json> = fc.record({ id: fc.oneof(word, fc.nat()), x: anything });

function plain(schema: Schema, values: fc.Arbitrary<Json>): Shape {
  return { schema, request: schema, documents: values.map(same) };
}

const scalars: Shape[] = [
  plain({ type: 'string' }, word),
  plain({ type: 'integer', maximum: 100_000 }, fc.integer({ max: 100_000 })),
  plain(
    { type: 'number' },
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  ),
  plain({ type: 'boolean' }, fc.boolean()),
  plain({ enum: ['x', 'y', 'z'] }, fc.constantFrom('x', 'y', 'z')),
  plain({ type: ['string', 'null'] }, fc.option(word)),
  plain({ type: ['string', 'integer'] }, fc.oneof(word, fc.nat())),
  plain({ anyOf: [{ type: 'string' }, { enum: [1, null] }] }, fc.oneof(word, fc.constantFrom(1, null))),
  // says nothing against null, or against anything but a long text: an object with an id is one
  plain({ maxLength: 9 }, fc.oneof(word, fc.constant(null), fc.nat(), identified)),
  plain({ type: ['string', 'object'] }, fc.oneof(word, identified)),
  plain({}, anything),
  plain(
    { type: 'object' },
    fc.dictionary(word, anything, { maxKeys: 2 }).map((value): Json => value),
  ),
];

/** One shape of any kind, `depth` levels deep at most. */
export function shapes(depth: number): fc.Arbitrary<Shape> {
  const scalar = fc.constantFrom(...scalars);
  if (depth === 0) return scalar;
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 4, arbitrary: records(depth) },
    { weight: 2, arbitrary: shapes(depth - 1).chain(lists) },
    { weight: 1, arbitrary: shapes(depth - 1).chain((values) => maps(values, depth)) },
    { weight: 1, arbitrary: choices(depth) },
    { weight: 1, arbitrary: toldApart(depth) },
  );
}

function lists(items: Shape): fc.Arbitrary<Shape> {
  return fc.constant({
    schema: { type: 'array', items: items.schema },
    request: { type: 'array', items: items.request },
    documents: fc.array(items.documents, { maxLength: 3 }).map((rows) => ({
      answered: rows.map(({ answered }) => answered),
      sent: rows.map(({ sent }) => sent),
    })),
  });
}

/** Names of the operator's own, some of which have a shape of their own. */
function maps(values: Shape, depth: number): fc.Arbitrary<Shape> {
  return shapes(depth - 1).map((marked) => {
    const documents = fc.tuple(
      fc.dictionary(fc.constantFrom('k', 'l', '__proto__', '7'), values.documents, { maxKeys: 2, noNullPrototype: true }),
      fc.dictionary(fc.constantFrom('x-1', 'x-2'), marked.documents, { maxKeys: 1, noNullPrototype: true }),
    );
    return {
      schema: { type: 'object', additionalProperties: values.schema, patternProperties: { '^x-': marked.schema } },
      request: { type: 'object', additionalProperties: values.request, patternProperties: { '^x-': marked.request } },
      documents: documents.map((parts) => documentOf(parts.flatMap((part) => Object.entries(part)))),
    };
  });
}

/** A union that nothing tells apart but its shapes. */
function choices(depth: number): fc.Arbitrary<Shape> {
  return fc.array(records(depth - 1), { minLength: 2, maxLength: 3 }).map((members) => ({
    schema: { anyOf: members.map(({ schema }) => schema) },
    request: { anyOf: members.map(({ request }) => request) },
    // what is readOnly in one member may be written in another: such values are no part of this
    documents: fc.oneof(...members.map(({ documents }) => documents)).map(({ sent }) => same(sent)),
  }));
}

/** A union told apart by a constant, each member open or closed by itself. */
function toldApart(depth: number): fc.Arbitrary<Shape> {
  return fc.array(records(depth - 1), { minLength: 2, maxLength: 3 }).map((members) => {
    const tagged = (member: Shape, side: 'schema' | 'request', index: number): Schema => {
      const from = member[side];
      return {
        ...from,
        properties: { ...asObject(from['properties']), tag: { const: `t${index}` } },
        required: [...asArray(from['required']), 'tag'],
      };
    };
    const documents = members.map((member, index) =>
      member.documents.map(({ answered, sent }) => ({
        answered: { ...asObject(answered), tag: `t${index}` },
        sent: { ...asObject(sent), tag: `t${index}` },
      })),
    );
    return {
      schema: { oneOf: members.map((member, index) => tagged(member, 'schema', index)) },
      request: { oneOf: members.map((member, index) => tagged(member, 'request', index)) },
      documents: fc.oneof(...documents),
    };
  });
}

const extras = ['open', 'said open', 'typed', 'pattern', 'closed', 'closed with all its parts'] as const;
const untold = fc.constantFrom('zz', '__proto__', '3', 'a/b', 'constructor');

/** Properties of its own, others by the way it is closed, and a branch. */
export function records(depth: number): fc.Arbitrary<Shape> {
  const inner = shapes(Math.max(depth - 1, 0));
  return fc
    .record({
      own: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd/e'), inner, fc.constantFrom('free', 'free', 'required', 'readOnly')), {
        selector: ([name]) => name,
        maxLength: 3,
      }),
      branch: fc.option(fc.record({ then: inner, otherwise: fc.option(inner), requires: fc.boolean(), forbids: fc.boolean() })),
      extra: fc.constantFrom(...extras),
      split: fc.boolean(),
    })
    .map(({ own, branch, extra, split }) => {
      const closedHere = extra === 'closed' || extra === 'pattern';
      const build = (side: 'schema' | 'request'): Schema => {
        const properties: JsonObject = {};
        for (const [name, shape, use] of own) {
          if (use === 'readOnly' && side === 'request') continue;
          properties[name] = use === 'readOnly' ? { ...shape.schema, readOnly: true } : shape[side];
        }
        if (branch) properties['kind'] = { type: 'string', enum: ['p', 'q'] };
        const required = own.filter(([, , use]) => use === 'required').map(([name]) => name);
        const parts: Schema = {
          properties,
          ...(required.length > 0 ? { required } : {}),
          ...(branch && !closedHere ? branchOf(branch, side) : {}),
        };
        if (branch && closedHere) properties['then'] = branch.then[side];
        const more: Schema =
          extra === 'open'
            ? {}
            : extra === 'said open'
              ? { additionalProperties: true }
              : extra === 'typed'
                ? { unevaluatedProperties: { type: 'integer' } }
                : extra === 'pattern'
                  ? { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }
                  : extra === 'closed'
                    ? { additionalProperties: false }
                    : { unevaluatedProperties: false, allOf: [{ patternProperties: { '^y-': {} } }, { patternProperties: { '^z-': {} } }] };
        return split && !closedHere && extra !== 'said open' && extra !== 'closed with all its parts'
          ? { type: 'object', allOf: [parts], ...more }
          : { type: 'object', ...parts, ...more };
      };
      const others =
        extra === 'typed'
          ? fc.dictionary(untold, fc.integer(), { maxKeys: 2, noNullPrototype: true })
          : extra === 'pattern'
            ? fc.dictionary(fc.constantFrom('x-1', 'x-2'), word, { maxKeys: 2, noNullPrototype: true })
            : extra === 'closed'
              ? fc.constant({})
              : extra === 'closed with all its parts'
                ? fc.dictionary(fc.constantFrom('y-1', 'z-1'), anything, { maxKeys: 2, noNullPrototype: true })
                : fc.dictionary(untold, anything, { maxKeys: 2, noNullPrototype: true });
      return { schema: build('schema'), request: build('request'), documents: documentsOf(own, branch, closedHere, extra, others) };
    });
}

type Branch = { then: Shape; otherwise: Shape | null; requires: boolean; forbids: boolean };

function branchOf({ then, otherwise, requires, forbids }: Branch, side: 'schema' | 'request'): Schema {
  return {
    if: { properties: { kind: { const: 'p' } }, ...(requires ? { required: ['kind'] } : {}) },
    then: { properties: { then: then[side], ...(forbids && otherwise ? { other: false } : {}) } },
    ...(otherwise ? { else: { properties: { other: otherwise[side], ...(forbids ? { then: false } : {}) } } } : {}),
  };
}

type Own = [name: string, shape: Shape, use: string];

function documentsOf(
  own: Own[],
  branch: Branch | null,
  closedHere: boolean,
  extra: (typeof extras)[number],
  others: fc.Arbitrary<Record<string, Json>>,
): fc.Arbitrary<Documents> {
  const entries = own.map(([name, shape, use]) =>
    shape.documents.chain((value) =>
      fc.boolean().map((left): Entry[] => {
        if (use === 'readOnly') return left ? [] : [[name, { answered: value.answered, sent: undefined }]];
        return left && use !== 'required' ? [] : [[name, value]];
      }),
    ),
  );
  const branches: fc.Arbitrary<Entry[]> = branch ? branchEntries(branch, closedHere, extra) : fc.constant([]);
  const untoldEntries = others.map((found): Entry[] => Object.entries(found).map(([name, value]) => [name, same(value)]));
  return fc
    .tuple(fc.tuple(...entries), branches, untoldEntries)
    .chain(([a, b, c]) => {
      const all = [...a.flat(), ...b, ...c];
      return fc.shuffledSubarray(all, { minLength: all.length });
    })
    .map(documentOf);
}

type Entry = [name: string, value: { answered: Json; sent: Json | undefined }];

function branchEntries({ then, otherwise, requires, forbids }: Branch, closedHere: boolean, extra: string): fc.Arbitrary<Entry[]> {
  return fc
    .record({
      kind: fc.option(fc.constantFrom('p', 'q')),
      then: then.documents,
      other: (otherwise ?? then).documents,
      left: fc.boolean(),
      stale: anything,
    })
    .map(({ kind, then: first, other, left, stale }) => {
      const kinds: Entry[] = kind === null ? [] : [['kind', same(kind)]];
      if (closedHere) return left ? kinds : [...kinds, ['then', first]];
      const holds = kind === 'p' || (kind === null && !requires);
      const drawn: Entry[] = left ? [] : holds ? [['then', first]] : otherwise ? [['other', other]] : [];
      // data of the branch that does not hold is one more property that nothing describes
      const open = extra === 'open' || extra === 'said open';
      const undrawn: Entry[] = open && !(forbids && otherwise) && !holds ? [['then', same(stale)]] : [];
      return [...kinds, ...drawn, ...undrawn];
    });
}

function documentOf(entries: readonly Entry[]): Documents {
  const sent = entries.filter((entry): entry is [string, Documents] => entry[1].sent !== undefined);
  return {
    answered: Object.fromEntries(entries.map(([name, value]) => [name, value.answered])),
    sent: Object.fromEntries(sent.map(([name, value]) => [name, value.sent])),
  };
}
