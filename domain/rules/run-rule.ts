import { runRules } from '#domain/rules/registry.ts';

/** `pointer code` of what a document breaks of one rule, for the tests of rules only. */
export function broken(use: string, over: string[], doc: unknown, options?: Record<string, unknown>): string[] {
  return runRules([{ use, over, ...(options && { with: options }) }], doc).map(
    ({ pointer, code }) => `${pointer} ${code.replace('rule.', '')}`,
  );
}
