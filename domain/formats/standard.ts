/*
 * Formats as ajv-formats has them, by the code of the sentence for what they refuse. The library itself is beside it, in
 * `standard-checks.ts`: 10 KB that a page loads only where its contract has one of these. Ours stand in files of their own
 * where a standard vector asks for more than the library checks (date-time, email, hostname, uri), a value is normalised
 * or sorted (ipv4, ipv6, uuid, url), JSON Schema means another mode (regex), or a long text is too much (byte).
 */
const codes = {
  duration: 'format.duration.invalid',
  'uri-template': 'format.uriTemplate.invalid',
  'json-pointer': 'format.jsonPointer.invalid',
  'json-pointer-uri-fragment': 'format.jsonPointer.invalid',
  'relative-json-pointer': 'format.relativeJsonPointer.invalid',
  'iso-time': 'format.isoTime.invalid',
  'iso-date-time': 'format.isoDateTime.invalid',
  int32: 'format.int32.invalid',
  int64: 'format.int64.invalid',
  float: 'format.number.invalid',
  double: 'format.number.invalid',
} as const;

export type StandardFormat = keyof typeof codes;

export const standardFormats: Readonly<Record<StandardFormat, string>> = codes;

export function isStandard(format: string): format is StandardFormat {
  return Object.hasOwn(codes, format);
}
