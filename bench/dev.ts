import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, progress, spreadOf, type Area } from '#bench/figure.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { logIn, visit } from '#tests/support/page.ts';
import { freePort, waitFor } from '#tests/support/server.ts';

const RUNS = 9;
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
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, CAPTCHA: 'off' },
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
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      const title = `Name ${run}`;
      const seen = page.waitForFunction((text) => document.querySelector('thead')?.textContent?.includes(text), title, { polling: 'raf' });
      const started = performance.now();
      writeFileSync(schema, original.replace(label, `name: { title: ${title},`));
      await seen;
      if (run >= WARM_UP) times.push(performance.now() - started);
      progress(`  edit ${run + 1}: ${(performance.now() - started).toFixed(0)} ms`);
      // the backend restarts behind the page; an author reads before the next edit
      await new Promise((done) => setTimeout(done, 2500));
    }
    report('dev.edit', median(times), { spread: spreadOf(times) });
  } finally {
    writeFileSync(schema, original);
    await new Promise((done) => setTimeout(done, 1500));
    await browser.close();
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
    rmSync(folder, { recursive: true, force: true });
  }
};
