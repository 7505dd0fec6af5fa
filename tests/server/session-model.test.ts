import { there } from '#tests/support/answers.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { effort } from '#tests/support/effort.ts';
import { type Client, clientOf, encoded, PASSWORD, type Reply, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

/** Sequences of what people and their tabs do, against the real server and a small model of it. The seed is printed on failure. */
const { numRuns: RUNS, ...options } = effort(80, 1000);
const NAME = 'fixture-no-regions@demo.example';
const OTHER = 'Summer2026';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LIFETIME = 30 * MINUTE;
const GRACE = MINUTE;
const DAY = 24 * 60 * MINUTE;

type Pair = { token: string; refresh: string };
/** One log-in: its present tokens, and those that were swapped with the time of it. */
type Family = { open: boolean; present: Pair; spent: (Pair & { at: number })[]; expires: number; ends: number };
type Step =
  | { do: 'logIn' | 'disable' | 'enable' | 'sweep' }
  | { do: 'refresh' | 'fullScreen' | 'parallel' | 'logOut' | 'changePassword' | 'everywhere' | 'others' | 'wrongName'; who: number }
  | { do: 'replay' | 'use'; who: number; which: number }
  | { do: 'wait'; ms: number };

const who = fc.nat({ max: 3 });
const about = (name: Extract<Step, { who: number; which?: never }>['do']) => who.map((each): Step => ({ do: name, who: each }));
const naming = (name: 'replay' | 'use') => fc.tuple(who, fc.nat({ max: 3 })).map(([each, which]): Step => ({ do: name, who: each, which }));
const plain = (name: 'logIn' | 'disable' | 'enable' | 'sweep') => fc.constant<Step>({ do: name });
const waits = [SECOND, 20 * SECOND, GRACE - 1, GRACE, 5 * MINUTE, 20 * MINUTE, LIFETIME - 1, LIFETIME, 5 * 60 * MINUTE, DAY];
const step = fc.oneof(
  { weight: 5, arbitrary: plain('logIn') },
  { weight: 8, arbitrary: about('refresh') },
  { weight: 2, arbitrary: about('fullScreen') },
  { weight: 4, arbitrary: about('parallel') },
  { weight: 5, arbitrary: naming('replay') },
  { weight: 4, arbitrary: naming('use') },
  { weight: 2, arbitrary: about('logOut') },
  { weight: 1, arbitrary: about('wrongName') },
  { weight: 1, arbitrary: about('changePassword') },
  { weight: 1, arbitrary: plain('disable') },
  { weight: 2, arbitrary: plain('enable') },
  { weight: 1, arbitrary: about('everywhere') },
  { weight: 1, arbitrary: about('others') },
  { weight: 1, arbitrary: plain('sweep') },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...waits) }) },
);

let server: TestServer;
let now = Date.parse('2026-03-02T01:00:00Z');
let steps = 0;

beforeAll(async () => {
  // time passes by steps of the model only: nothing happens by itself
  const clock = { now: () => now, every: () => () => {}, advance: (ms: number) => void (now += ms) };
  server = await testServer({ clock });
});
afterAll(() => server.remove());

test('sequences of log-ins, renewals, replays, log-outs, changes and time break no rule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (sequence) => {
      const world = new World();
      try {
        await world.logIn();
        for (const each of sequence) await world.act(each);
        await world.checkAll();
        steps += sequence.length;
      } finally {
        await world.restore();
      }
    }),
    { numRuns: RUNS, ...options },
  );
  console.log(`session model: ${RUNS} sequences, ${steps} steps`);
  expect(steps).toBeGreaterThan(RUNS * 6);
}, 900_000);

class World {
  readonly families: Family[] = [];
  enabled = true;
  password = PASSWORD;

  async act(each: Step): Promise<void> {
    if (each.do === 'wait') return void (now += each.ms);
    if (!('who' in each)) return this.#alone(each.do);
    const family = this.families[each.who % this.families.length];
    if (!family) return;
    switch (each.do) {
      case 'refresh':
        return this.#refresh(family, false);
      case 'fullScreen':
        return this.#refresh(family, true);
      case 'parallel':
        return this.#parallel(family);
      case 'replay':
        return this.#replay(family, each.which);
      case 'use':
        return this.#use(family, each.which);
      case 'wrongName':
        expect((await refresh(family.present.refresh, { username: SUPER })).status).toBe(401);
        return;
      default:
        return this.#end(family, each.do);
    }
  }

  #alone(what: 'logIn' | 'disable' | 'enable' | 'sweep'): Promise<void> {
    if (what === 'logIn') return this.logIn();
    return what === 'sweep' ? server.services.sessions.sweep() : this.#enable(what === 'enable');
  }

  async logIn(): Promise<void> {
    const reply = await server.anonymous.post('/api/v2/tokens', { username: NAME, password: encoded(NAME, this.password) });
    expect(reply.status, 'a log-in succeeds while the account is enabled').toBe(this.enabled ? 201 : 403);
    if (this.enabled) this.families.push({ open: true, present: pairOf(reply), spent: [], expires: now + LIFETIME, ends: now + DAY });
  }

  /** Every token that was ever given out: none works that should not, none fails that should. */
  async checkAll(): Promise<void> {
    for (const family of this.families) {
      const expected = [family.present, ...family.spent].map((pair) => ({ pair, works: this.#works(family, pair) }));
      for (const { pair, works } of expected)
        expect(await isAlive(pair.token), works ? 'a live token works' : 'an ended token does not').toBe(works);
    }
  }

  async restore(): Promise<void> {
    await server.services.sessions.endAll(NAME);
    if (!this.enabled) await this.#enable(true);
    if (this.password === PASSWORD) return;
    await this.logIn();
    await this.#change(there(this.families.at(-1)));
  }

  #works(family: Family, pair: Pair): boolean {
    if (!family.open || family.expires <= now) return false;
    if (pair === family.present) return true;
    return (family.spent.find((each) => each === pair)?.at ?? 0) + GRACE > now;
  }

  async #refresh(family: Family, fullScreen: boolean): Promise<void> {
    const reply = await refresh(family.present.refresh, { fullScreen });
    const may = family.open && family.expires > now && (fullScreen || family.ends > now);
    expect(reply.status, 'the present refresh token renews a live session, and no other').toBe(may ? 201 : 401);
    if (may) this.#renewed(family, reply, fullScreen);
  }

  /** Two tabs at once: one renews, both have the same tokens, nobody is logged out. */
  async #parallel(family: Family): Promise<void> {
    const old = family.present.refresh;
    const [a, b] = await Promise.all([refresh(old), refresh(old)]);
    const may = family.open && family.expires > now && family.ends > now;
    expect([a.status, b.status], 'two tabs renew together').toEqual(may ? [201, 201] : [401, 401]);
    if (!may) return;
    expect(pairOf(b), 'two tabs have the same tokens').toEqual(pairOf(a));
    this.#renewed(family, a, false);
  }

  /** A refresh token that was spent: within the grace its successor, after it the end of the session. */
  async #replay(family: Family, which: number): Promise<void> {
    const spent = family.spent[which % Math.max(1, family.spent.length)];
    if (!spent) return;
    const reply = await refresh(spent.refresh);
    if (spent.at + GRACE > now) {
      const may = family.open && family.expires > now;
      expect(reply.status, 'a tab that comes late, within the grace, is not logged out').toBe(may ? 201 : 401);
      if (may) expect(pairOf(reply), 'and gets the present tokens').toEqual(family.present);
    } else {
      expect(reply.status, 'a replay after the grace is refused').toBe(401);
      family.open = false;
    }
  }

  async #use(family: Family, which: number): Promise<void> {
    const pair = there([family.present, ...family.spent][which % (family.spent.length + 1)]);
    expect(await isAlive(pair.token)).toBe(this.#works(family, pair));
  }

  async #end(family: Family, how: 'logOut' | 'changePassword' | 'everywhere' | 'others'): Promise<void> {
    const works = this.#works(family, family.present);
    const client = clientOf(server, family.present.token);
    if (how === 'changePassword') return works ? this.#change(family) : undefined;
    const reply =
      how === 'logOut'
        ? await client.post('/api/v1/logout')
        : await client.delete('/api/v1/sessions', { query: how === 'others' ? { others: 'true' } : {} });
    expect(reply.status).toBe(works ? 204 : 401);
    if (!works) return;
    for (const each of this.families) if (how === 'everywhere' || (each === family) === (how === 'logOut')) each.open = false;
    const listed = Number((await client.get('/api/v1/sessions')).body['total'] ?? 0);
    expect(listed, 'the list shows what is open').toBe(how === 'others' ? 1 : 0);
  }

  async #change(family: Family): Promise<void> {
    const next = this.password === PASSWORD ? OTHER : PASSWORD;
    const body = { currentPassword: this.password, newPassword: next, newPasswordConfirm: next };
    expect((await clientOf(server, family.present.token).put('/api/v1/password', body)).status).toBe(204);
    this.password = next;
    for (const each of this.families) each.open = false;
  }

  async #enable(enable: boolean): Promise<void> {
    const boss = await server.as(SUPER);
    const path = `/api/v1/users/${NAME}`;
    const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt', 'totp']);
    const account = Object.fromEntries(Object.entries((await boss.get(path)).body).filter(([name]) => !readOnly.has(name)));
    expect((await boss.put(path, { ...account, enable }, { ifMatch: '*' })).status).toBe(200);
    this.enabled = enable;
    if (!enable) for (const each of this.families) each.open = false;
  }

  #renewed(family: Family, reply: Reply, fullScreen: boolean): void {
    family.spent.push({ ...family.present, at: now });
    family.present = pairOf(reply);
    if (fullScreen) family.ends = now + DAY;
    family.expires = Math.min(now + LIFETIME, family.ends);
    expect(reply.body['expiresIn']).toBe(Math.max(1, Math.floor((family.expires - now) / SECOND)));
    expect(reply.body['endsIn'], 'the cap is told, and off in full screen').toBe(
      fullScreen ? undefined : Math.floor((family.ends - now) / SECOND),
    );
  }
}

const refresh = (token: string, body: { username?: string; fullScreen?: boolean } = {}): Promise<Reply> =>
  server.anonymous.post('/api/v2/tokens/refresh', { username: NAME, ...body }, { headers: { authorization: `Bearer ${token}` } });

async function isAlive(token: string): Promise<boolean> {
  const client: Client = clientOf(server, token);
  return (await client.get('/api/v1/totp')).status === 200;
}

function pairOf(reply: Reply): Pair {
  return { token: String(reply.body['token']), refresh: String(reply.body['refreshToken']) };
}
