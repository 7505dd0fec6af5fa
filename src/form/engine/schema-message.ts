import i18next from 'i18next';
import type { SchemaFinding } from '#domain/findings.ts';
import { messageOf } from '#ui/message.ts';

/** What the schema refuses, as a message. */
export function schemaMessage({ code, params = {} }: SchemaFinding): string {
  const { type } = params;
  return messageOf(code, type === undefined ? params : { ...params, type: typeWords(String(type)) });
}

/** Types in the reader's language. */
function typeWords(types: string): string {
  return types
    .split(',')
    .map((name) => i18next.t(`form:types.${name}`))
    .join(' / ');
}
