import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of passwords: each log-in has one checked, which takes 85 ms at the cost of production, and hundreds of tests begin with that. */
export const PASSWORD_COST = 1024;
const WAIT_MS = 50;
/** A seed on a machine that does ten other things. */
const PATIENCE_MS = 300_000;

/** Whether there is a run whose files share what they seed; a script that is no test seeds for itself. */
export function sharesSeeds(): boolean {
  return Boolean(process.env['TEST_SEEDED']);
}

/** A data directory that is made once in a run, by whoever needs it first; to copy it takes a hundredth of the time. */
export async function copySeeded(name: string, target: string, make: (folder: string) => Promise<void>): Promise<void> {
  cpSync(await madeOnce(name, make), target, { recursive: true });
}

/** The folder of this name, as `make` left it: made by whoever comes first, while others wait. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const ready = join(process.env['TEST_SEEDED'] ?? '', name);
  const making = `${ready}.making`;
  if (!existsSync(ready) && isFirst(making)) {
    try {
      await make(making);
      renameSync(making, ready);
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      throw error;
    }
  }
  for (const end = Date.now() + PATIENCE_MS; !existsSync(ready);) {
    if (!existsSync(making) || Date.now() > end) throw new Error(`Nobody seeded ${ready}`);
    await new Promise((done) => setTimeout(done, WAIT_MS));
  }
  return ready;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** The folder of a run, made before its first file and gone after its last: `globalSetup` of every suite with servers. */
export function setup(): (() => void) | undefined {
  if (process.env['TEST_SEEDED']) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-seeded-'));
  process.env['TEST_SEEDED'] = folder;
  return () => {
    delete process.env['TEST_SEEDED'];
    rmSync(folder, { recursive: true, force: true });
  };
}
