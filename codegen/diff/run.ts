import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open, readApprovals, withApprovals } from './approved.ts';
import { compareSides } from './compare.ts';
import { refusedExamples } from './documents.ts';
import { withConcerned } from './refusals.ts';
import { keptIn } from './stored.ts';
import { html, markdown, type Report } from './report.ts';
import { bothSides, NoBase } from './side.ts';
import { usesIn } from './uses.ts';

const ownApprovals = 'openapi/approved-changes.yaml';

/** What `npm run contract:diff` does, and with which code it ends. */
export async function run(root: string): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, out: { type: 'string' }, contract: { type: 'string' }, approvals: { type: 'string' } },
  });
  const [base] = positionals;
  if (base === undefined) throw new NoBase('Name what to compare with, a revision, a file or an address: npm run contract:diff -- main');
  const file = values.contract === undefined ? join(root, 'openapi/openapi.yaml') : resolve(values.contract);
  const [before, after] = await bothSides(root, base, file);
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
