import { fill } from '#domain/message.ts';
import { runRules } from '#domain/rules/registry.ts';
import en from '#locales/en/validation.json' with { type: 'json' };

const sentences = new Map<string, string>(Object.entries(en));

/** `pointer code` of what a document breaks of one rule, for the tests of rules only. Each must fill its sentence. */
export function broken(use: string, over: string[], doc: unknown, options?: Record<string, unknown>): string[] {
  return runRules([{ use, over, ...(options && { with: options }) }], doc).map(({ pointer, code, params }) => {
    const sentence = fill(sentences.get(code) ?? '{{none}}', params);
    if (sentence.includes('{{')) throw new Error(`${code} has no sentence for ${JSON.stringify(params)}`);
    return `${pointer} ${code.replace('rule.', '')}`;
  });
}
