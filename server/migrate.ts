import '#server/kernel/memory.ts';

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { faultLine, rehearsedLines } from '#server/fits-notice.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { Sentences } from '#server/kernel/sentences.ts';
import { MIGRATIONS, dataLocationOf, stockedBy } from '#server/services-of.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { systemClock } from '#server/store/clock.ts';
import { fileNameOf, type Needed, skeleton } from '#server/store/migrations/skeleton.ts';
import { StartError } from '#server/store/start-error.ts';
import { rehearseStart } from '#server/store/store.ts';

/**
 * npm run migrate                       what the next start would do to stored documents, and which would not fit; changes nothing
 * npm run migrate -- new NAME           a migration to be filled in, for what would not fit or be lost
 * npm run migrate -- new NAME Tag Site  the same for entities that are named
 *
 * The start of the server applies migrations. MIGRATIONS names another folder than server/migrations.
 */
const root = resolve(import.meta.dirname, '..');

try {
  const [command, name, ...entities] = process.argv.slice(2);
  if (command !== undefined && (command !== 'new' || !name))
    throw new SettingsError('Say `npm run migrate`, or `npm run migrate -- new NAME`, where NAME says what is migrated.');
  const settings = readSettings(process.env);
  const { migrations: folder = join(root, MIGRATIONS) } = settings;
  const contract = loadContract(join(root, 'generated'));
  const sentences = new Sentences(contract.problems, join(root, 'locales'));
  const stocked = stockedBy(contract, { root, migrations: folder });
  const unknown = entities.find((each) => !stocked.specs.has(each));
  if (unknown !== undefined) throw new SettingsError(`The contract stores no ${unknown}.`);
  const found = await rehearseStart(dataLocationOf(settings), stocked, systemClock);
  if (command === undefined) process.stdout.write(`${rehearsedLines(found, sentences).join('\n')}\n`);
  else {
    const needed = [...stocked.specs.keys()].flatMap((resource): Needed[] => {
      const why = [
        ...found.forgotten.flatMap((each) =>
          each.resource === resource ? `${each.paths.join(', ')} would be lost (of ${each.documents})` : [],
        ),
        ...found.unfit.flatMap((each) => (each.resource === resource ? each.faults.map((fault) => faultLine(fault, sentences)) : [])),
      ];
      return why.length > 0 || entities.includes(resource) ? [{ resource, why }] : [];
    });
    if (needed.length === 0)
      process.stdout.write(
        'Every stored document fits the contract: there is nothing to migrate. Name entities to migrate them all the same.\n',
      );
    else {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, fileNameOf(name ?? '', new Date()));
      writeFileSync(file, skeleton(needed), { flag: 'wx' });
      process.stdout.write(`${file} is to be filled in. \`npm run migrate\` says what it would change; the next start applies it.\n`);
    }
  }
} catch (error) {
  // what the operator can mend is told in one line
  if (!(error instanceof SettingsError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
