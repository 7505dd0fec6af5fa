import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asArray, asObject, asText, isObject, isText, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { joinPointer, parsePointer } from '#domain/pointer.ts';
import { ContractDocument } from './document.ts';

/** Validators of places in a bundled contract, by the segments of their pointers; a schema that is none refuses nothing. */
export type CompiledAt = (...place: string[]) => ValidateFunction | undefined;

export function compiledIn(root: JsonObject): CompiledAt {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: true, verbose: true });
  for (const [name, check] of Object.entries(ajvFormats)) ajv.addFormat(name, check);
  ajv.addSchema({ $id: 'contract', ...root });
  const compiled = new Map<string, ValidateFunction | undefined>();
  return (...place) => {
    const pointer = joinPointer('', ...place);
    if (!compiled.has(pointer)) compiled.set(pointer, compile(ajv, pointer));
    return compiled.get(pointer);
  };
}

/** Where a part of the contract is written: at `place`, or at the component that it only refers to. */
export function placeOf(part: Json | undefined, place: string[]): string[] {
  const reference = asText(asObject(part)['$ref']);
  return reference?.startsWith('#/') === true
    ? reference
        .slice(2)
        .split('/')
        .flatMap((part) => parsePointer(`/${decodeURIComponent(part)}`).join('/'))
    : place;
}

function compile(ajv: Ajv2020, pointer: string): ValidateFunction | undefined {
  try {
    return ajv.compile({ $ref: `contract#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  } catch {
    return undefined;
  }
}

/** The contract as its answers are held to it: what is only ever sent need not come back. */
export function forAnswers(root: JsonObject): JsonObject {
  const document = new ContractDocument(root);
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
    const properties = asObject(value['properties']);
    if (!isObject(value['properties']) || !Array.isArray(value['required'])) return inner;
    const isSent = (name: Json): boolean => isText(name) && document.resolve(properties[name])['writeOnly'] === true;
    return { ...inner, required: asArray(value['required']).filter((name) => !isSent(name)) };
  };
  return asObject(walk(root));
}
