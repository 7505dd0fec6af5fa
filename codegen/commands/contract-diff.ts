import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open, readApprovals, withApprovals } from '../diff/approved.ts';
import { compareSides } from '../diff/compare.ts';
import { refusedExamples } from '../diff/documents.ts';
import { withConcerned } from '../diff/refusals.ts';
import { keptIn } from '../diff/stored.ts';
import { html, markdown, type Report } from '../diff/report.ts';
import { baseSide, NoBase, sideOf } from '../diff/side.ts';
import { usesIn } from '../diff/uses.ts';
import { sayFailure } from './failure.ts';

/**
 * npm run contract:diff -- BASE              what the working tree's contract changes, as Markdown; BASE is a revision, a file or an address
 * npm run contract:diff -- BASE --json       the same as JSON
 * npm run contract:diff -- BASE --out DIR    Markdown, JSON and one page of HTML as files
 * npm run contract:diff -- BASE --contract FILE   of another contract than ours
 *                               --approvals FILE  where its reasons stand
 *
 * Where DATA_DIR or DATABASE_URL is set, the documents that are stored there and do not fit any more are counted, and the
 * saved views that name what is gone.
 *
 * Ends with 1 where something breaks, or is inferred otherwise, and the file of approvals, openapi/approved-changes.yaml if none is named, does not say why; with 2 where
 * there is nothing to compare with.
 */
const root = resolve(import.meta.dirname, '../..');
const ownApprovals = 'openapi/approved-changes.yaml';

// who reads the first lines only has read enough
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run().catch((error: unknown) => {
  sayFailure(error);
  return error instanceof NoBase ? 2 : 1;
});

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, out: { type: 'string' }, contract: { type: 'string' }, approvals: { type: 'string' } },
  });
  const [base] = positionals;
  if (base === undefined) throw new NoBase('Name what to compare with, a revision, a file or an address: npm run contract:diff -- main');
  const file = values.contract === undefined ? join(root, 'openapi/openapi.yaml') : resolve(values.contract);
  const [before, after] = await Promise.all([baseSide(root, base), sideOf(root, file)]);
  const found = compareSides(before, after, usesIn(root));
  const refused = found.length > 0 ? refusedExamples(before, after) : [];
  const concerned = await withConcerned(found, { before, after }, refused, keptIn(root, process.env));
  const changes = withApprovals(
    concerned,
    readApprovals(values.approvals === undefined ? join(root, ownApprovals) : resolve(values.approvals)),
  );
  const report: Report = { base, changes, refused: refused.map(({ text }) => text) };
  const json = `${JSON.stringify(report, undefined, 2)}\n`;
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    for (const [name, text] of [
      ['changes.md', markdown(report)],
      ['changes.json', json],
      ['changes.html', html(report, before, after)],
    ] as const)
      writeFileSync(join(values.out, name), text);
  }
  process.stdout.write(values.json === true ? json : markdown(report));
  const stops = open(changes);
  if (stops.length === 0) return 0;
  console.error(
    `${stops.length} of these need a reason in ${values.approvals ?? ownApprovals}, by fingerprint: ${stops.map(({ fingerprint }) => fingerprint).join(', ')}`,
  );
  return 1;
}
