import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const known = [
  // Chromium without its windows, as Playwright itself runs it: half the work for each page
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium: CHROME_PATH, the system's, Playwright's; installed where there is none and it can be. */
export function findBrowser(): string {
  const found = lookForBrowser();
  if (found !== undefined) return found;
  console.log('No browser found; installing one.');
  const isRoot = process.getuid?.() === 0;
  if (existsSync('/usr/bin/apt-get') && isRoot) {
    const apt = (...args: string[]): boolean =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
    apt('update', '-qq');
    // not every distribution has the smaller one
    for (const name of ['chromium-headless-shell', 'chromium']) if (apt('install', '-y', '-qq', name, 'fonts-noto-cjk')) break;
  } else spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  const installed = lookForBrowser();
  if (installed === undefined) throw new Error('No Chromium: install one, or set CHROME_PATH to its path.');
  return installed;
}

function lookForBrowser(): string | undefined {
  return [process.env['CHROME_PATH'], ...known, chromium.executablePath()].find(
    (path): path is string => path !== undefined && path !== '' && existsSync(path),
  );
}

let shared: Promise<Browser> | undefined;

/**
 * Pages that stand for seconds are gone before what is compiled for them pays, and their scripts, compiled for the visitor before,
 * would be parsed beside that once more. Not for a browser by which something is measured.
 */
const brief = ['--js-flags=--no-turbofan --no-maglev', '--disable-features=ScriptStreaming,BackgroundResourceFetch'];

/** The browser of all files that run one after another in a process; it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser(brief));
}

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      ...args,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // visitors come one after another: who finds the scripts of the one before him compiled is there in half of the time
      '--process-per-site',
    ],
  });
}
