import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
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
  const text = await textOf(source);
  if (/^[\s{]*["']?swagger["']?\s*:\s*["']?2/m.test(text.slice(0, 5000)))
    throw new StartError(`CONTRACT=${source} is Swagger 2.0. Convert it first: npx swagger2openapi ${source} -o openapi.json`);
  const key = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const folder = join(dataDir, 'contracts', key);
  mkdirSync(folder, { recursive: true });
  // references to files beside it are found where it stands
  const file = /^https?:/.test(source) ? join(folder, `contract${extname(new URL(source).pathname) || '.yaml'}`) : resolve(source);
  if (file.startsWith(folder)) writeFileSync(file, text);
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
  if (/^https?:/.test(source)) return [];
  const stem = join(dirname(source), basename(source, extname(source)));
  return ['.yaml', '.yml', '.json'].map((ending) => `${stem}.overlay${ending}`).filter(existsSync);
}

async function textOf(source: string): Promise<string> {
  if (!/^https?:/.test(source)) {
    if (!existsSync(source)) throw new StartError(`CONTRACT=${source}: there is no such file.`);
    return readFileSync(source, 'utf8');
  }
  const answer = await fetch(source, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => {
    throw new StartError(`CONTRACT=${source} does not answer: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (!answer.ok) throw new StartError(`CONTRACT=${source} answers ${answer.status}.`);
  return answer.text();
}

function run(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (error, _stdout, stderr) => {
      if (error) fail(new StartError(stderr.trim() || error.message));
      else done();
    });
  });
}
