import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWorkspace, setWorkspace } from './workspace.ts';
import { loadModel } from '#api/model.ts';
import { readSelection, setSelection } from '#api/selection.ts';
import { watchSession, type Clock } from '#api/session-clock.ts';
import { readSession, writeSession, type Session } from '#api/token.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const lifetime = 1_800_000;
const tenth = lifetime / 10;

/** Time that stands until it is moved; what falls due runs in its order. */
function standingClock(): Clock & { pass: (ms: number) => Promise<void>; fullScreened: boolean } {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  return {
    fullScreened: false,
    now: () => now,
    fullScreen() {
      return this.fullScreened;
    },
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      due.push(timer);
      return () => (due = due.filter((each) => each !== timer));
    },
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        due = due.filter((each) => each !== next);
        now = next.at;
        next.run();
        await new Promise((done) => setTimeout(done, 0));
      }
      now = end;
    },
  };
}

let clock = standingClock();
let ended = 0;
let stop = (): void => {};
const renewals: { fullScreen?: boolean }[] = [];
let answer: () => Response;

beforeEach(async () => {
  stubBrowser();
  clock = standingClock();
  ended = 0;
  renewals.length = 0;
  answer = () => json(201, { token: `t${renewals.length}`, refreshToken: `r${renewals.length}`, expiresIn: lifetime / 1000 });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/index.json'))
      return Promise.resolve(json(200, { base: '', platform: { refresh: { method: 'post', path: '/refresh' } } }));
    if (url.includes('/refresh')) renewals.push(JSON.parse(String(init.body)));
    return Promise.resolve(answer());
  });
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
  await loadModel();
  open();
  stop = watchSession(() => (ended += 1), clock);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(more: Partial<Session> = {}): void {
  writeSession({ token: 't0', refreshToken: 'r0', username: 'a@b.example', expiresAt: lifetime, lifetime, remember: false, ...more });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

test.each(['mousemove', 'mousedown', 'keydown'])('%s keeps the session: it is renewed when less than a third is left', async (event) => {
  await clock.pass(tenth * 6 + 1);
  expect(renewals).toHaveLength(0);
  window.dispatchEvent(new Event(event));
  await clock.pass(tenth);
  expect(renewals).toEqual([{ username: 'a@b.example', fullScreen: false }]);
  expect(readSession()).toMatchObject({ token: 't1', refreshToken: 'r1', expiresAt: tenth * 7 + lifetime });
  expect(ended).toBe(0);
});

test('whoever does nothing for longer than the lifetime is logged out at the next check, and nothing of the session stays', async () => {
  setWorkspace({ mode: 'company', company: { id: 'c', name: 'C' } }, 'a@b.example');
  setSelection({ city: '上海', tags: ['t'] });
  await clock.pass(lifetime);
  expect(ended).toBe(0);
  await clock.pass(tenth);
  expect(ended).toBe(1);
  expect(readSession()).toBeUndefined();
  expect(readWorkspace()).toMatchObject({ mode: 'company', params: {} });
  expect(readWorkspace().companyName).toBeUndefined();
  expect(readSelection()).toEqual({ city: '', tags: [], match: 'any' });
  await clock.pass(lifetime);
  expect(ended).toBe(1);
});

test('a session past its end is over, even for whoever moves the mouse all the time', async () => {
  answer = () => json(500, {});
  for (let step = 0; step < 10; step++) {
    window.dispatchEvent(new Event('mousemove'));
    await clock.pass(tenth);
  }
  expect(renewals.length).toBeGreaterThan(1);
  expect(ended).toBe(1);
});

test('full screen outlasts idleness and expiry, and says so to the server', async () => {
  clock.fullScreened = true;
  await clock.pass(lifetime * 5);
  expect(ended).toBe(0);
  expect(renewals.length).toBeGreaterThan(4);
  expect(renewals.every(({ fullScreen }) => fullScreen === true)).toBe(true);
});

test('a renewal that is refused ends the session at once', async () => {
  answer = () => json(401, { code: 'unauthenticated' });
  window.dispatchEvent(new Event('keydown'));
  await clock.pass(tenth * 7);
  expect(ended).toBe(1);
  expect(readSession()).toBeUndefined();
});

test('what is done in another tab is activity here', async () => {
  await clock.pass(tenth * 5);
  localStorage.setItem('wan.active', String(clock.now()));
  answer = () => json(201, { token: 't9', refreshToken: 'r9', expiresIn: (lifetime * 3) / 1000 });
  await clock.pass(tenth * 6);
  expect(ended).toBe(0);
});

test('a session with another lifetime is checked at its own tenth', async () => {
  open({ lifetime: 60_000, expiresAt: 60_000 });
  await clock.pass(42_000);
  expect(renewals).toHaveLength(1);
});
