export type Params = Record<string, string | number>;

/** Puts parameters into a sentence: `fill('{{value}} is too long', {value: 'x'})`. An unknown name stays as it is written. */
export function fill(template: string, params: Params = {}): string {
  return closeUp(template, params).replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}

/** An ideograph, or the punctuation that goes with them. */
const ideograph = String.raw`[\p{Script=Han}\u3001-\u303f\uff01-\uff5e\u201c\u201d]`;
const begins = new RegExp(`^${ideograph}`, 'u');
const ends = new RegExp(`${ideograph}$`, 'u');
const before = new RegExp(String.raw`(?<=${ideograph}) (?=\{\{\s*([\w.-]+)\s*\}\})`, 'gu');
const after = new RegExp(String.raw`(?<=\{\{\s*([\w.-]+)\s*\}\}) (?=${ideograph})`, 'gu');

/**
 * A sentence whose parameters are still to come, without the blanks that Chinese does not write: among ideographs a Latin
 * word or a number stands off by one, an ideograph does not: 新建 POP and 新建站点.
 */
export function closeUp(template: string, params: object): string {
  const textAt = (name: string): string => String(Object.getOwnPropertyDescriptor(params, name)?.value ?? '');
  return template
    .replaceAll(before, (blank, name: string) => (begins.test(textAt(name)) ? '' : blank))
    .replaceAll(after, (blank, name: string) => (ends.test(textAt(name)) ? '' : blank));
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
  'unevaluatedItems',
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
