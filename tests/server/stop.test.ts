import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';

import { encoded, PASSWORD, SUPER } from '#tests/server/harness.ts';

const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'wan-console-stop-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const STOPS_WITHIN_MS = 5000;
const CONNECTIONS = 40;

type Answer = { status: number; body: string };

/** One call over a connection that is kept; undefined where the connection was closed instead of an answer. */
function ask(agent: Agent, url: string, options: { method?: string; token?: string; body?: unknown }): Promise<Answer | undefined> {
  return new Promise((done) => {
    const { method = 'GET', token, body } = options;
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
    const call = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body: text }));
      answer.on('error', () => done(undefined));
    });
    call.on('error', () => done(undefined));
    call.end(body ? JSON.stringify(body) : undefined);
  });
}

test('a stop under load refuses what is new, finishes what runs and ends with 0 within five seconds; what was acknowledged is there', async () => {
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: directory, SEED: 'examples', CAPTCHA: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /WAN Console on (\S+)/.exec(chunk.toString())?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const login = await ask(agent, `${url}/api/v2/tokens`, {
    method: 'POST',
    body: { username: SUPER, password: encoded(SUPER, PASSWORD) },
  });
  const { token } = JSON.parse(login?.body ?? '{}') as { token: string };
  const companies = await ask(agent, `${url}/api/v1/companies?skip=0&limit=1`, { token });
  const { results } = JSON.parse(companies?.body ?? '{}') as { results: { companyId: string }[] };
  const tags = `${url}/api/v1/companies/${results[0]?.companyId}/tags`;
  // an open page
  const socket = io(url, { transports: ['websocket'], reconnection: false });
  await new Promise((done) => socket.on('connect', () => done(undefined)));

  const statuses = new Map<number, number>();
  const acknowledged: string[] = [];
  let stopped = false;
  const busy = Array.from({ length: CONNECTIONS }, async (_, index) => {
    for (let count = 0; ; count++) {
      if (stopped) return;
      const name = `stop-${index}-${count}`;
      const answer = await ask(agent, tags, index % 4 === 0 ? { method: 'POST', token, body: { name, type: 'site' } } : { token });
      if (!answer) await new Promise((done) => setTimeout(done, 20));
      else statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer?.status === 201) acknowledged.push(name);
    }
  });
  await new Promise((done) => setTimeout(done, 1000));
  const since = performance.now();
  child.kill('SIGTERM');
  const code = await new Promise((done) => child.once('exit', done));
  const took = performance.now() - since;
  stopped = true;
  await Promise.all(busy);
  socket.close();
  agent.destroy();
  expect(code).toBe(0);
  expect(took).toBeLessThan(STOPS_WITHIN_MS);
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  const database = new DatabaseSync(join(directory, 'console.db'));
  const stored = new Set(
    database
      .prepare('select c_name as name from r_tag')
      .all()
      .map((row) => String(row['name'])),
  );
  database.close();
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
});
