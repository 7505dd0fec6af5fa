import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isHttpAddress } from '#domain/http-address.ts';
import { asArray, asObject, texts } from '#domain/json.ts';
import { StartError } from '#server/store/start-error.ts';

const root = resolve(import.meta.dirname, '../..');

/** What was made of a contract: `folder` is as `generated/` is; the report says what was found and what was not understood. */
export type Prepared = {
  folder: string;
  key: string;
  report: { resources: number; settings: number; forms: number; guesses: string[]; unmapped: string[] };
};

/**
 * Reads somebody's contract, a file or an address, and makes the console's model of it; `overlays` refine it, and so does one
 * that stands beside the file. A mistake is one sentence.
 */
export async function prepare(source: string, dataDir: string, overlays: readonly string[] = []): Promise<Prepared> {
  if (!isHttpAddress(source) && !existsSync(source)) throw new StartError(`CONTRACT=${source}: there is no such file.`);
  const key = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const folder = join(dataDir, 'contracts', key);
  mkdirSync(folder, { recursive: true });
  const file = isHttpAddress(source) ? source : resolve(source);
  const laid = [...overlayBeside(source), ...overlays];
  const missing = laid.find((each) => !existsSync(each));
  if (missing !== undefined) throw new StartError(`OVERLAY=${missing}: there is no such file.`);
  await run(['codegen/commands/generate.ts', '--contract', file, '--out', folder, ...laid.flatMap((each) => ['--overlay', resolve(each)])]);
  const report = asObject(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  const settings = asArray(report['settings']).length;
  return {
    folder,
    key,
    report: {
      resources: asArray(report['resources']).length - settings,
      settings,
      forms: asArray(report['forms']).length,
      guesses: texts(report['guesses']),
      unmapped: texts(report['unmapped']),
    },
  };
}

/** `their.overlay.yaml` belongs to `their.yaml`. */
function overlayBeside(source: string): string[] {
  if (isHttpAddress(source)) return [];
  const stem = join(dirname(source), basename(source, extname(source)));
  return ['.yaml', '.yml', '.json'].map((ending) => `${stem}.overlay${ending}`).filter(existsSync);
}

function run(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (error, _stdout, stderr) => {
      if (error) fail(new StartError(stderr.trim() || error.message));
      else done();
    });
  });
}
