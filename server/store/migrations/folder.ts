import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isObject } from '#domain/json.ts';
import type { Change, MigrationFile } from '#server/store/migrations/migration.ts';
import { StartError } from '#server/store/start-error.ts';

/** The migrations of a folder, in the order of their names. */
export function migrationsIn(folder: string): MigrationFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => ({ name: basename(name, '.ts'), load: () => read(join(folder, name)) }));
}

async function read(file: string): Promise<Readonly<Record<string, Change>>> {
  const { migration: changes }: { migration?: unknown } = await import(pathToFileURL(file).href);
  if (!isObject(changes) || !Object.values(changes).every((each) => typeof each === 'function'))
    throw new StartError(`The migration ${file} exports no functions by entity: \`export const migration = { … } satisfies Migration;\`.`);
  return Object.fromEntries(Object.entries<unknown>(changes).flatMap(([name, change]) => (isChange(change) ? [[name, change]] : [])));
}

function isChange(value: unknown): value is Change {
  return typeof value === 'function';
}
