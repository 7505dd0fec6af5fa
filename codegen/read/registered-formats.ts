import { isObject, isText } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { inert } from './source.ts';

/** The formats of JSON Schema and of OpenAPI's registry: those that mean the same to everybody. */
const registered = new Set(
  (
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid uri-template ' +
    'json-pointer relative-json-pointer regex base64url binary byte char commonmark decimal decimal128 double double-int float html ' +
    'http-date int8 int16 int32 int64 media-type sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token uint8 uint16 uint32 uint64'
  ).split(' '),
);

/**
 * Takes from a contract that is not ours, in place, what only here would be checked: its `id`, `name` or `port` are its author's to
 * mean. Who writes `x-ui` beside a format, an overlay say, means ours. A `password` says how it is typed, and nothing of what it may be.
 */
export function keepRegisteredFormats(value: Json | undefined): void {
  if (Array.isArray(value)) for (const each of value) keepRegisteredFormats(each);
  if (!isObject(value)) return;
  const { format } = value;
  if (format === 'password') value['format'] = 'secret';
  else if (isText(format) && !registered.has(format) && !('x-ui' in value)) delete value['format'];
  for (const [key, each] of Object.entries(value)) if (!inert.has(key) && !key.startsWith('x-')) keepRegisteredFormats(each);
}
