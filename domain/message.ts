export type Params = Record<string, string | number>;

/** Puts parameters into a sentence: `fill('{{value}} is too long', {value: 'x'})`. An unknown name stays as it is written. */
export function fill(template: string, params: Params = {}): string {
  return template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}

/** JSON Schema keywords that have a sentence of their own, under `schema.<keyword>` in `locales/{zh,en}/validation.json`. */
export const schemaKeywords = [
  'required',
  'type',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'enum',
  'const',
  'uniqueItems',
  'additionalProperties',
  'unevaluatedProperties',
  'oneOf',
  'anyOf',
  'not',
  'dependentRequired',
  'multipleOf',
  'minProperties',
  'format',
  'readOnly',
  'false',
] as const;
