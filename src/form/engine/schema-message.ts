import i18next from 'i18next';
import { codeOf, type SchemaError } from '#domain/causes.ts';
import { formats } from '#domain/formats/registry.ts';
import type { Params } from '#domain/message.ts';
import { messageOf } from '#ui/message.ts';

/** What Ajv found, as a message. A refused format is asked for its own reason, which names the place. */
export function schemaMessage(error: SchemaError, value: unknown): string {
  if (error.keyword === 'format' && typeof value === 'string') {
    const problem = formats[String(error.params['format'])]?.check(value);
    if (problem) return messageOf(problem.code, problem.params);
  }
  const { limit, allowedValue, allowedValues, missingProperty, additionalProperty, unevaluatedProperty, type, ...params } = error.params;
  return messageOf(codeOf(error.keyword), {
    ...printable(params),
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(type === undefined ? {} : { type: typeWords(type) }),
    allowed: Array.isArray(allowedValues) ? allowedValues.map(String).join(', ') : String(allowedValue ?? ''),
    property: String(missingProperty ?? additionalProperty ?? unevaluatedProperty ?? ''),
    value: shortened(value),
  });
}

/** Types in the reader's language. */
function typeWords(type: unknown): string {
  const names = Array.isArray(type) ? type : String(type).split(',');
  return names.map((name: unknown) => i18next.t(`form:types.${String(name)}`)).join(' / ');
}

function printable(params: Record<string, unknown>): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]));
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
