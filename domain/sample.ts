import { sample as drawn, stringMatching } from 'fast-check';
import { asArray, asNumber, asObject, asText, folded, isArray, isObject, type JsonObject, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';

/** Below it only what is required is made, and then nothing. */
const FULL = 3;
const DEEPEST = 8;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-05T08:00:00Z',
  date: '2026-01-05',
  time: '08:00:00Z',
  duration: 'PT1H',
  uuid: '3f0c1c5e-8f1d-4a57-9a3b-6f2f0d0a7c11',
  email: 'someone@example.com',
  hostname: 'host.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  cidr: '192.0.2.0/24',
  uri: 'https://example.com',
  url: 'https://example.com',
  byte: 'YQ==',
};
/** Texts that a pattern is tried with. */
const SAMPLES = [
  'sample',
  'Sample',
  'a',
  'A',
  '1',
  '10',
  '1.1.1.1',
  '192.0.2.0/24',
  '00:11:22:33:44:55',
  '12:00',
  'https://example.com',
  'example.com',
  '0123456789abcdef01234567',
  '+8613800000000',
];

/** Something that the schema takes: what it gives as an example, else made of its types. */
export function sampleOf(root: JsonObject, given: unknown, depth = 0): Json | undefined {
  const schema = resolved(root, given);
  if (depth > DEEPEST) return undefined;
  const example = [schema['const'], schema['example'], asArray(schema['examples'])[0], schema['default'], asArray(schema['enum'])[0]].find(
    (each) => each !== undefined && fitsType(schema, each),
  );
  // an example of an object may lack what is required
  if (example !== undefined && !isObject(example)) return example;
  const parts = asArray(schema['allOf']);
  const [branch] = [schema['oneOf'], schema['anyOf']].flatMap((choice) =>
    asArray(choice).filter((each) => resolved(root, each)['type'] !== 'null'),
  );
  const inner = [...parts, ...(branch === undefined ? [] : [branch])].map((part) => sampleOf(root, part, depth));
  const own = ofType(root, schema, depth);
  const objects = [...inner, own, example].filter(isObject);
  if (objects.length > 0) return folded(objects);
  return own ?? inner.find((each) => each !== undefined);
}

function ofType(root: JsonObject, schema: JsonObject, depth: number): Json | undefined {
  const type = typeOf(schema);
  if (type === 'object') return objectOf(root, schema, depth);
  if (type === 'array') {
    const least = Math.max(asNumber(schema['minItems']) ?? 0, depth < FULL ? 1 : 0);
    const item = least === 0 ? undefined : sampleOf(root, schema['items'], depth + 1);
    return item === undefined ? [] : Array.from({ length: Math.min(least, 5) }, () => item);
  }
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return type === 'string' ? textOf(schema) : undefined;
}

function objectOf(root: JsonObject, schema: JsonObject, depth: number): JsonObject {
  const required = new Set(texts(schema['required']));
  return Object.fromEntries(
    Object.entries(asObject(schema['properties'])).flatMap(([name, property]): [string, Json][] => {
      if (!required.has(name) && depth >= FULL) return [];
      if (resolved(root, property)['writeOnly'] === true) return [];
      const value = sampleOf(root, property, depth + 1);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function numberOf({ minimum, exclusiveMinimum, multipleOf, maximum }: JsonObject): number {
  const low = asNumber(minimum) ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : Math.min(1, asNumber(maximum) ?? 1));
  const step = asNumber(multipleOf) ?? 1;
  return Number.isInteger(step) && step > 1 ? Math.ceil(low / step) * step : low;
}

function textOf({ format, pattern, minLength, maxLength }: JsonObject): string {
  const known = formats[asText(format) ?? ''];
  if (known !== undefined) return known;
  const expression = asText(pattern);
  const [least, most] = [asNumber(minLength) ?? 0, asNumber(maxLength) ?? Infinity];
  const fits = (text: string): boolean => text.length >= least && text.length <= most;
  const fitting =
    expression === undefined
      ? 'sample'
      : (SAMPLES.find((each) => fits(each) && isMatch(expression, each)) ?? madeFor(expression).find(fits) ?? 'sample');
  const padded = fitting.padEnd(asNumber(minLength) ?? 0, 'x');
  return padded.slice(0, asNumber(maxLength) ?? padded.length);
}

export function textsOf({ pattern }: JsonObject): string[] {
  return madeFor(asText(pattern) ?? '');
}

/** Texts made of the pattern, the same at every start. */
function madeFor(pattern: string): string[] {
  try {
    return drawn(stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 });
  } catch {
    return [];
  }
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

function typeOf(schema: JsonObject): string | undefined {
  const type = schema['type'];
  if (isArray(type)) return texts(type).find((each) => each !== 'null') ?? 'null';
  return asText(type) ?? (schema['properties'] === undefined ? (schema['items'] === undefined ? undefined : 'array') : 'object');
}

function fitsType(schema: JsonObject, value: Json): boolean {
  const types = texts([schema['type']].flat());
  const own = value === null ? 'null' : isArray(value) ? 'array' : typeof value;
  const isOf = (type: string): boolean =>
    type === own || (type === 'integer' && Number.isInteger(value)) || (type === 'number' && own === 'number');
  const listed = schema['enum'] === undefined || asArray(schema['enum']).includes(value);
  return listed && (types.length === 0 || types.some(isOf));
}

export function resolved(root: JsonObject, schema: unknown): JsonObject {
  return followReferences(schema, (reference) => lookUpIn(root, reference));
}
