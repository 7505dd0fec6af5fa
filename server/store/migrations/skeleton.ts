/** What a skeleton says of one entity: why its function is needed, line by line. */
export type Needed = { resource: string; why: readonly string[] };

/** A migration to be filled in. It changes nothing as it is, and passes the checks. */
export function skeleton(needed: readonly Needed[]): string {
  const functions = needed.map(
    ({ resource, why }) => `${why.map((line) => `  // ${line}\n`).join('')}  ${resource}: (doc) => ({
    ...doc,
  }),
`,
  );
  return `import type { Migration } from '#server/store/migrations/migration.ts';

/**
 * Each function may take (doc, was, id): a stored document by its type of today, the same with all that stands in it, and its
 * id. What it answers is stored and must fit the contract. Undefined leaves the document as it is.
 */
export const migration = {
${functions.join('\n')}} satisfies Migration;
`;
}

/** Migrations are applied in the order of their names. */
export function fileNameOf(name: string, at: Date): string {
  const day = at
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-');
  return `${day}-${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.ts`;
}
