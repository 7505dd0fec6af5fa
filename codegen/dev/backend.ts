import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

type Options = {
  root: string;
  port: number;
  /** What it is started with: a file of Node's. */
  script?: string;
  /** Why it is not there, in what it wrote last; nothing once it is. */
  onState?: (failure: string | undefined) => void;
};

/** Edits come in bursts, and the page asks first. */
const QUIET_MS = 300;
/** Longer than the server itself takes at the most. */
const STOP_MS = 7000;
/** What it writes once it answers. */
const LISTENING = 'WAN Console on ';
const LAST_LINES = 2000;

/** The reference server beside the page: one process at a time, whatever is asked of it and in whatever order. */
export class Backend {
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #working: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #isUp = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts it, or starts it anew: once for all who ask while that is under way. */
  restart(): void {
    this.#again = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // asked for in the moment in which the last one was over
      if (this.#again && !this.#stopped) this.restart();
    });
  }

  /** Whether it answers, as soon as that is known. */
  async isUp(): Promise<boolean> {
    while (this.#working && !this.#isUp) await this.#working;
    return this.#isUp;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end();
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopped) {
      if (this.#child) await pause(QUIET_MS);
      this.#again = false;
      await this.#end();
      if (!this.#stopped) await this.#begin();
    }
  }

  async #begin(): Promise<void> {
    const { root, port, script = 'server/main.mjs', onState } = this.#options;
    const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'follow.ts'), script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { CAPTCHA: 'off', ...process.env, PORT: String(port), API_URL: '' },
    });
    this.#child = child;
    let written = '';
    const ended = new Promise<boolean>((done) => {
      child.once('exit', () => {
        if (this.#child === child) this.#child = undefined;
        this.#isUp = false;
        done(false);
      });
    });
    const listening = new Promise<boolean>((done) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        process.stdout.write(chunk);
        if (chunk.includes(LISTENING)) done(true);
      });
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      written = (written + chunk.toString()).slice(-LAST_LINES);
    });
    this.#isUp = await Promise.race([listening, ended]);
    if (!this.#stopped && !this.#again) onState?.(this.#isUp ? undefined : written.trim());
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#isUp = false;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
    this.#child = undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
