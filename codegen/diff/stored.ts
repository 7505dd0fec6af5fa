import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asArray, asObject, asText, type JsonObject } from '#domain/json.ts';
import { NoBase } from './side.ts';

/** A stored document, or a saved view of a list by what its address says. */
export type Kept = { table: string; doc: JsonObject } | { list: string; query: string };

/** What the database of this environment holds, line by line; nothing where none is named. */
export async function* keptIn(root: string, env: NodeJS.ProcessEnv): AsyncGenerator<Kept> {
  if (!env['DATA_DIR'] && !env['DATABASE_URL']) return;
  const child = spawn(process.execPath, [join(root, 'server/stored-lines.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let wrong = '';
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) yield* keptOf(line);
  const [code] = await ended;
  if (code !== 0) throw new NoBase(wrong.trim().split('\n')[0] ?? 'The stored documents cannot be read.');
}

/** The server writes each line. */
export function keptOf(line: string): Kept[] {
  const said = asObject(JSON.parse(line));
  const [table, list] = [asText(said['table']), asText(said['list'])];
  if (table !== undefined) return [{ table, doc: asObject(said['doc']) }];
  if (list === undefined) return [];
  return asArray(asObject(said['saved'])['views']).map((view) => ({ list, query: asText(asObject(view)['query']) ?? '' }));
}
