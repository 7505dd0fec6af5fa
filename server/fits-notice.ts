import type { SchemaFinding } from '#domain/findings.ts';
import type { Sentences } from '#server/kernel/sentences.ts';
import type { Inspected } from '#server/store/fits/inspect.ts';
import type { Unfit } from '#server/store/fits/fits.ts';
import type { Opened } from '#server/store/store.ts';

const BEGIN = 'npm run migrate -- new NAME';

/** One line an entity whose documents do not fit: how many, the first of them, where and why. */
export function unfitLine({ spec, total, unfit, first }: Unfit, sentences: Sentences): string {
  const named = first.map(({ id, findings }) => `${id} (${findings.map((each) => reason(each, sentences)).join('; ')})`);
  return `${spec.name}: ${unfit} of ${total} stored documents do not fit the contract: ${named.join(', ')}${unfit > first.length ? ', …' : ''}. They are marked in lists and refused until somebody puts them right; \`${BEGIN}\` begins a migration.`;
}

/** What was done to stored documents when the database was opened. */
export function openedLines({ migrated, forgotten }: Opened): string[] {
  return [
    ...migrated.map(({ migration, resource, changed }) => `Migration ${migration} changed ${documentsOf(changed)} of ${resource}.`),
    ...forgotten.map(
      ({ resource, paths, documents }) =>
        `${resource}: ${documentsOf(documents)} lost ${paths.join(', ')}, which the contract has no more; what stood there is in their history.`,
    ),
  ];
}

/** The same before it is done, with what would be left. */
export function rehearsedLines({ migrated, forgotten, unfit }: Opened & { unfit: Inspected[] }, sentences: Sentences): string[] {
  const lines = [
    ...migrated.flatMap(({ migration, resource, changed, first }) => [
      `Migration ${migration} would change ${documentsOf(changed)} of ${resource}${first.length > 0 ? ', such as' : '.'}`,
      ...first.map(({ id, patch }) => `  ${id} ${JSON.stringify(patch)}`),
    ]),
    ...forgotten.map(
      ({ resource, paths, documents }) =>
        `${resource}: ${documentsOf(documents)} would lose ${paths.join(', ')}, which the contract has no more.`,
    ),
    ...unfit.flatMap(({ resource, unfit: count, total, faults }) => [
      `${resource}: ${count} of ${total} stored documents would not fit the contract:`,
      ...faults.map((fault) => `  ${faultLine(fault, sentences)}`),
    ]),
  ];
  if (lines.length === 0) return ['Every stored document fits the contract.'];
  const more = forgotten.length + unfit.length > 0 ? ` \`${BEGIN}\` begins a migration.` : '';
  return [...lines, `Nothing was changed.${more}`];
}

/** `/kind: not one of fibre, copper (3 documents: a, b, …)`. */
export function faultLine({ finding, path, documents, first }: Inspected['faults'][number], sentences: Sentences): string {
  return `${reason({ ...finding, pointer: path }, sentences)} (${documentsOf(documents)}: ${first.join(', ')}${documents > first.length ? ', …' : ''})`;
}

function documentsOf(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

function reason(finding: SchemaFinding, sentences: Sentences): string {
  return `${finding.pointer || '/'}: ${sentences.finding(finding, 'en').detail.replace(/[.]$/, '')}`;
}
