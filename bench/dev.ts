import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, progress, spreadOf, type Area } from '#bench/figure.ts';
import { paceOfScripts } from '#bench/pace.ts';
import { asNumber, isObject, keysOf } from '#domain/json.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { logIn, visit } from '#tests/support/page.ts';
import { shaped, sure } from '#tests/support/shape.ts';
import { freePort, waitFor } from '#tests/support/server.ts';

const RUNS = 10;
/** The first edits compile what later ones find warm: an author at work is past them. */
const WARM_UP = 3;
const root = resolve(import.meta.dirname, '..');
const schema = join(root, 'schemas/entities/tag.yaml');
const label = /name: \{ title: [^,]+,/;

/** `npm run dev`: from a schema being saved to the page that shows it. The schema is put back as it was, whatever happens. */
export const measureDev: Area = async (report) => {
  const original = readFileSync(schema, 'utf8');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-dev-'));
  const child = spawn(process.execPath, ['codegen/commands/dev.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, CAPTCHA: 'off', STAGES: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://localhost:${port}`;
  const browser = await launchBrowser();
  try {
    await waitFor(`${url}/api/v1/captcha`, child, () => output);
    const { page } = await visit(browser, { url, language: 'en' });
    page.setDefaultTimeout(60_000);
    await logIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    const times: number[] = [];
    const shares: Record<Stage, number>[] = [];
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      const title = `Name ${run}`;
      const seen = page.waitForFunction((text) => document.querySelector('thead')?.textContent?.includes(text), title, { polling: 'raf' });
      const started = performance.now();
      const saved = Date.now();
      output = '';
      writeFileSync(schema, original.replace(label, `name: { title: ${title},`));
      await seen;
      const time = performance.now() - started;
      const share = sharesOf(output, saved, time);
      if (run >= WARM_UP) times.push(time);
      if (run >= WARM_UP) shares.push(share);
      progress(
        `  edit ${run + 1}: ${time.toFixed(0)} ms: ${keysOf(share)
          .map((stage) => `${stage} ${share[stage].toFixed(0)}`)
          .join(', ')}`,
      );
      // the backend restarts behind the page; an author reads before the next edit
      await new Promise((done) => setTimeout(done, 2500));
    }
    report('dev.edit', median(times), { spread: spreadOf(times), pace: await paceOfScripts() });
    for (const stage of stages) {
      const each = shares.map((share) => share[stage]);
      report(`dev.${stage}`, median(each), { spread: spreadOf(each) });
    }
  } finally {
    writeFileSync(schema, original);
    await new Promise((done) => setTimeout(done, 1500));
    await browser.close();
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What becomes of an edit: it is noticed, read into the contract, built, checked, printed and written; then the page asks for it and draws it. */
const stages = ['notice', 'read', 'build', 'check', 'emit', 'write', 'page'] as const;
type Stage = (typeof stages)[number];
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isPass = shaped({ begun: isNumber, sent: isNumber, times: isObject });

function sharesOf(output: string, saved: number, time: number): Record<Stage, number> {
  const line = /^stages (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`The pass did not say how long its stages took:\n${output}`);
  const { begun, sent, times } = sure(JSON.parse(line), isPass);
  const of = (stage: string): number => asNumber(times[stage]) ?? 0;
  return {
    notice: begun - saved,
    read: of('read'),
    build: of('build'),
    check: of('check'),
    emit: of('emit'),
    write: of('write'),
    page: Math.max(0, time - (sent - saved)),
  };
}
