import type { SchemaError } from '#domain/causes.ts';
import { schemaFindings } from '#domain/findings.ts';
import type { Field } from '#domain/model.ts';
import type { Finding } from '#server/kernel/problem.ts';

/** Findings in one answer; a wrong file of 65,535 rows is not told row by row. */
const MOST = 200;

/** What is wrong in a part of a request that stands at `base`. */
export function findingsOf(
  errors: readonly SchemaError[],
  data: unknown,
  { base = '', field }: { base?: string; field?: Field | undefined } = {},
): Finding[] {
  if (errors.length === 0) return [];
  return schemaFindings(errors, data, field)
    .slice(0, MOST)
    .map((finding) => ({ ...finding, pointer: base + finding.pointer }));
}
