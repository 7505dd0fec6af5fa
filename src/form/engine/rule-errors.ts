import { runRules } from '#domain/rules/registry.ts';
import type { Json, RuleUse } from '#domain/model.ts';
import type { FormError } from './errors.ts';
import { messageOf } from '#ui/message.ts';

/** Named rules over the document, as far as its places are not wrong already. One that this page does not know is left to the server. */
export function ruleErrors(rules: readonly RuleUse[], doc: Json, wrong: readonly string[] = []): FormError[] {
  return rules.flatMap((rule) => {
    try {
      return runRules([rule], doc, wrong).map(({ pointer, code, params, level }) => ({
        pointer,
        code,
        level,
        message: messageOf(code, params),
        other: params?.['at'],
      }));
    } catch {
      return [];
    }
  });
}
