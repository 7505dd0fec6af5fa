import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, describe, expect, test } from 'vitest';

import { manualClock } from '#server/store/clock.ts';
import type { Place, Telemetry, Unit } from '#server/telemetry/port.ts';
import { prometheusTelemetry } from '#server/telemetry/prometheus/adapter.ts';
import { type PrometheusConfig, readConfig } from '#server/telemetry/prometheus/config.ts';
import { there } from '#tests/support/answers.ts';
import { type Question, startStoreStub, type StoreStub, type Told } from '#tests/support/store-stub.ts';

const MINUTE = 60_000;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type World = { stub: StoreStub; telemetry: Telemetry; troubles: string[]; clock: ReturnType<typeof manualClock> };

/** The console's way to a store that answers so. */
async function asking(
  answer: (question: Question) => Told[] | string | Promise<Told[] | string>,
  more: Partial<PrometheusConfig> & { token?: string } = {},
): Promise<World> {
  const { token, ...config } = more;
  const stub = await startStoreStub(answer);
  const [clock, troubles] = [manualClock(), [] as string[]];
  const telemetry = prometheusTelemetry(
    { ...readConfig({ url: stub.url, env: {}, token }), ...config },
    { clock, report: (error) => troubles.push(error.message) },
  );
  ends.push(stub.stop, () => telemetry.close());
  return { stub, telemetry, troubles, clock };
}

const siteAt = (name: string): Place => ({
  companyId: 'c-1',
  siteId: `s-${name}`,
  name,
  city: '',
  siteMode: 'gateway',
  sn: `SN-${name}`,
  deviceId: `d-${name}`,
  links: [{ name: 'WAN1', number: 1, up: 100, down: 100, cellular: false }],
  silentFrom: Number.POSITIVE_INFINITY,
});
const HQ = siteAt('hq');
const lossOf = (site: string, value: number): Told => ({ labels: { site, interface: 'WAN1' }, at: () => value });
/** Ten minutes that ended so long ago. */
const before = ({ clock }: World, ago: number) => ({ from: clock.now() - ago - 10 * MINUTE, to: clock.now() - ago, points: 5 });

describe('every question', () => {
  test.each([
    ['a token', { token: 'secret' }, { authorization: 'Bearer secret' }],
    ['headers of its own', { headers: { 'x-scope-orgid': 'tenant-1' } }, { 'x-scope-orgid': 'tenant-1' }],
  ])('carries %s', async (_, more, headers) => {
    const world = await asking(() => [lossOf('s-hq', 1)], more);
    const window = before(world, 0);
    await world.telemetry.series({ places: [HQ], window, measures: ['loss'] });
    await world.telemetry.peaks({ places: [HQ], window, measures: ['loss'], of: 'each' });
    expect(world.stub.asked.map(({ path }) => path)).toEqual(['/api/v1/query_range', '/api/v1/query']);
    for (const asked of world.stub.asked) expect(asked.headers).toMatchObject(headers);
  });

  test('says how long it waits, and names the site as the store does, in the labels that the store has', async () => {
    const labels = { ...readConfig({ url: 'http://none', env: {} }).labels, site: 'location', interface: 'ifName' };
    const world = await asking(() => [{ labels: { location: 'a "b" (c)', ifName: 'WAN1' }, at: () => 3 }], {
      labels,
      site: 'name',
      timeout: 2000,
    });
    const place = { ...HQ, name: 'a "b" (c)' };
    const lines = await world.telemetry.series({ places: [place], window: before(world, 0), measures: ['loss'], link: 'WAN1' });
    expect(lines).toEqual([{ siteId: 's-hq', link: 'WAN1', measure: 'loss', values: [3, 3, 3, 3, 3] }]);
    const { query, form } = there(world.stub.asked[0]);
    expect(query).toContain(String.raw`wan_link_loss_ratio{location="a \"b\" (c)",ifName="WAN1"}`);
    expect(query).toContain('avg by (location, ifName) (');
    expect(form.get('timeout')).toBe('2s');
    await world.telemetry.series({ places: [place, siteAt('b')], window: before(world, 0), measures: ['loss'] });
    // what a regular expression reads otherwise is said for what it is
    expect(world.stub.asked.at(-1)?.query).toContain(String.raw`{location=~"a \"b\" \\(c\\)|b"}`);
  });

  test('of an application has the label of the installation, and so have its percentiles', async () => {
    const labels = { ...readConfig({ url: 'http://none', env: {} }).labels, target: 'app' };
    const world = await asking(({ query }) => (query.includes('by (app, le)') ? [{ labels: { app: 'ERP' }, at: () => 80 }] : []), {
      labels,
      target: 'name',
    });
    const targets = [{ id: 'apm-1', name: 'ERP', url: 'https://erp.example' }];
    expect(await world.telemetry.targets({ targets, window: before(world, 0), measures: ['p95'] })).toEqual([
      { id: 'apm-1', measure: 'p95', values: [80, 80, 80, 80, 80] },
    ]);
  });

  test('is one of few at a time, however many sites and measures there are and whoever asks', async () => {
    let isHeld = true;
    const waiting: (() => void)[] = [];
    const world = await asking(async () => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return [];
    });
    const places = Array.from({ length: 3000 }, (_, index) => siteAt(String(index)));
    const window = { ...before(world, 0), points: 1 };
    // six who ask for all, at once: each for four measures of some of the sites
    const measures = ['loss', 'latency', 'jitter', 'availability'] as const;
    const asked = Promise.all([1, 2, 3, 4, 5, 6].map(() => world.telemetry.latest({ places, at: window.to, measures })));
    await expect.poll(() => world.stub.asked.length).toBe(16);
    await pause(200);
    expect(world.stub.asked).toHaveLength(16);
    isHeld = false;
    for (const go of waiting) go();
    await asked;
    expect(world.stub.asked).toHaveLength(6 * 6 * 4);
  });
});

describe('an answer that is none', () => {
  const asked = async (world: World) => {
    const [line] = await world.telemetry.series({ places: [HQ], window: before(world, 60 * MINUTE), measures: ['loss'] });
    return [line?.gap, line?.values];
  };
  const nothing = ['failed', [null, null, null, null, null]];

  test.each([
    ['more series than are taken', () => [lossOf('s-hq', 1), lossOf('s-b', 1), lossOf('s-c', 1)], /answered 3 series, more than the 2 /],
    ['a query that the store refuses', () => '{"status":"error","error":"too many points"}', /refused a query: too many points/],
    ['no JSON', () => '<html>', /cannot be asked/],
    [
      'a never-ending answer',
      () => `{"status":"success","data":{"result":[]},"more":"${'x'.repeat(65 * 1024 * 1024)}"}`,
      /more than 64 MB/,
    ],
  ])('%s', async (_, answer, trouble) => {
    const world = await asking(answer, { series: 2 });
    expect(await asked(world)).toEqual(nothing);
    expect(world.troubles).toEqual([expect.stringMatching(trouble)]);
  });

  test('none in time, also where others keep the store busy', async () => {
    const world = await asking(() => new Promise<string>(() => {}), { timeout: 300 });
    const begun = Date.now();
    const all = await Promise.all(Array.from({ length: 40 }, () => asked(world)));
    expect(Date.now() - begun).toBeLessThan(3000);
    expect(all).toEqual(Array.from({ length: 40 }, () => nothing));
    expect(new Set(world.troubles)).toEqual(new Set(['Telemetry did not answer within 1s.']));
  });

  test('values that are no numbers are none', async () => {
    const world = await asking(() => [lossOf('s-hq', Number.NaN)]);
    expect(await asked(world)).toEqual(['notStored', [null, null, null, null, null]]);
  });
});

describe('what is over', () => {
  test('is asked once; what goes on, what failed and what others ask, each time', async () => {
    let isGone = true;
    const world = await asking(() => (isGone ? '{"status":"error","error":"gone"}' : [lossOf('s-hq', 1)]));
    const ask = async (ago: number, more: object = {}) => {
      const count = world.stub.asked.length;
      await world.telemetry.series({ places: [HQ], window: before(world, ago), measures: ['loss'], ...more });
      return world.stub.asked.length - count;
    };
    const hour = 60 * MINUTE;
    expect([await ask(hour), await ask(hour)]).toEqual([1, 1]);
    isGone = false;
    expect([await ask(hour), await ask(hour)]).toEqual([1, 0]);
    expect([await ask(0), await ask(0)]).toEqual([1, 1]);
    expect(await ask(hour, { measures: ['latency'] })).toBe(1);
    expect(await ask(hour, { places: [{ ...HQ, siteId: 's-other' }] })).toBe(1);
    expect(await ask(hour, { link: 'WAN1' })).toBe(1);
    // the same stretch of time, once it is over for long enough
    const { from, to, points } = before(world, 0);
    const now = async () => {
      const count = world.stub.asked.length;
      await world.telemetry.series({ places: [HQ], window: { from, to, points }, measures: ['loss'] });
      return world.stub.asked.length - count;
    };
    world.clock.advance(4 * MINUTE);
    expect([await now(), await now()]).toEqual([1, 1]);
    world.clock.advance(2 * MINUTE);
    expect([await now(), await now()]).toEqual([1, 0]);
  });
});

describe('devices that were seen', () => {
  const unit = (name: string, primary: boolean): Unit => ({
    siteId: 's-hq',
    site: 'hq',
    deviceId: `d-${name}`,
    sn: `SN-${name}`,
    primary,
    silentFrom: Number.POSITIVE_INFINITY,
  });
  const units = [unit('a', true), unit('b', false)];
  const seen = async (world: World): Promise<unknown> => {
    const { from, to } = before(world, 0);
    const found = await world.telemetry.seen({ units, from, to });
    return found && Object.fromEntries([...found].map(([id, at]) => [id, to - at]));
  };

  test('are those of their site that are first, where no label names them', async () => {
    const world = await asking(() => [{ labels: { site: 's-hq' }, at: (time) => time / 1000 - 30 }]);
    expect(await seen(world)).toEqual({ 'd-a': 30_000 });
  });

  test('are both, where a label holds their serials', async () => {
    const labels = { ...readConfig({ url: 'http://none', env: {} }).labels, device: 'serial' };
    const world = await asking(
      ({ query }) =>
        query.includes('by (site, serial)')
          ? ['SN-a', 'SN-b'].map((serial, index) => ({ labels: { site: 's-hq', serial }, at: (time) => time / 1000 - 30 * (index + 1) }))
          : [],
      { labels },
    );
    expect(await seen(world)).toEqual({ 'd-a': 30_000, 'd-b': 60_000 });
  });

  test('are not known where the store does not say', async () => {
    const world = await asking(() => '{"status":"error","error":"gone"}');
    expect(await seen(world)).toBeUndefined();
    expect(world.troubles).toEqual(['Telemetry refused a query: gone']);
  });
});
