import { runRules } from '#domain/rules/registry.ts';
import type { Json, RuleUse } from '#domain/model.ts';
import type { FormError } from '#resource/form/errors.ts';
import { sentenceOf } from '#widgets/sentence.ts';

/** Named rules over the document. One that this page does not know is left to the server. */
export function ruleErrors(rules: readonly RuleUse[], doc: Json): FormError[] {
  return rules.flatMap((rule) => {
    try {
      return runRules([rule], doc).map(({ pointer, code, params, level }) => ({ pointer, code, level, message: sentenceOf(code, params) }));
    } catch {
      return [];
    }
  });
}
