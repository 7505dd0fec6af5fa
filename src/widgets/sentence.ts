import i18next from 'i18next';
import { fill, type Params } from '#domain/message.ts';

/** The sentence of a code of `locales/{zh,en}/validation.json`; the code itself where there is none. */
export function sentenceOf(code: string, params: Params = {}): string {
  const template: unknown = i18next.getResource(i18next.language, 'validation', code);
  return typeof template === 'string' ? fill(template, params) : code;
}
