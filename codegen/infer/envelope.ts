import type { JsonObject } from '#domain/json.ts';
import { singular } from '../names.ts';
import type { ContractDocument } from '../read/document.ts';
import { schemaComponent, type RawOperation } from '../read/operations.ts';
import { isObjectSchema, normal, propertiesOf } from './answer.ts';
import { isParameter } from './paths.ts';

/** What a call is about: the resource's name, the schema of its item, and where answers hold one. */
export type Subject = { name: string; item: unknown; holders: readonly string[] };

/**
 * The sole property of a body that holds all there is to say, `{ article: {…} }`: one of the item's own schema, or one that is called
 * as answers call theirs, as the thing itself, or `data`. An item that has such a property is not wrapped by it.
 */
export function wrapOf(
  document: ContractDocument,
  { body, segments }: RawOperation,
  subject?: Subject,
): { wrap: string; schema: unknown } | undefined {
  if (body === undefined) return undefined;
  const [sole, ...others] = Object.entries(propertiesOf(document, document.resolve(body.schema)));
  if (sole === undefined || others.length > 0) return undefined;
  const [wrap, schema] = sole;
  if (!isDocument(document, schema)) return undefined;
  if (subject?.item !== undefined && wrap in propertiesOf(document, document.resolve(subject.item))) return undefined;
  const component = schemaComponent(document, schema);
  const isItem = component !== undefined && component === schemaComponent(document, subject?.item);
  const statics = segments.filter((segment) => !isParameter(segment)).slice(-2);
  const names = [
    ...(subject ? [subject.name, ...subject.holders.map((at) => at.split('.', 1)[0] ?? '')] : []),
    ...statics.map(singular),
    'data',
  ];
  return isItem || names.some((name) => normal(name) === normal(wrap)) ? { wrap, schema } : undefined;
}

/** It has properties of its own, or is one of several that have: a map is a value. */
function isDocument(document: ContractDocument, schema: unknown): boolean {
  const resolved: JsonObject = document.resolve(schema);
  return (
    ['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => key in resolved) && (isObjectSchema(document, schema) || !('type' in resolved))
  );
}
