import { expect, test } from 'vitest';

import type { Entities } from '#generated/server/entities.ts';
import type { SitePlace } from '#server/features/site/index.ts';
import { diagnosisScript } from '#server/simulator/diagnosis/script.ts';
import { wayOf } from '#server/simulator/diagnosis/way.ts';
import { circuitsOf, incidentsAt } from '#server/simulator/network.ts';
import { latencyAt, lossAt } from '#server/simulator/traffic.ts';

const START = Date.parse('2026-03-02T00:00:00Z');
const HOUR = 3_600_000;
const place: SitePlace = {
  companyId: 'c',
  siteId: 's-1',
  name: 'Shanghai_HQ',
  city: 'shanghai',
  siteMode: 'office',
  sn: 'AR1',
  deviceId: 'd-1',
  links: [{ name: 'WAN1', number: 1, up: 100, down: 200, cellular: false }],
  silentFrom: Infinity,
};
type Task = Entities['DiagnosisTask'];
const known = { id: 'dg', companyId: 'c', siteId: 's-1', createdAt: '', updatedAt: '', revision: 1 };
const facts = { place, reachable: true, gateway: '192.168.1.1' };

type More = { target?: string; count?: number } & Partial<Parameters<typeof wayOf>[0]>;

const run = (kind: Task['kind'], at: number, { target = 'www.example.com', count = 100, ...more }: More = {}) => {
  const task: Task = { ...known, kind, target, count };
  return diagnosisScript(task, wayOf({ ...facts, ...more }, task, at), at);
};

/** The first instant at which something of this kind is wrong at the site. */
function when(code: string): number {
  for (let at = START; at < START + 400 * 24 * HOUR; at += HOUR)
    if (incidentsAt(place, at, at + 1).some((each) => each.code === code && (code !== 'link.down' || each.value === 1))) return at;
  throw new Error(`Nothing of ${code} in a year`);
}

test('a link that is down changes ping, traceroute and the walk alike', () => {
  const at = when('link.down');
  expect(run('ping', at)).toMatchObject({ success: false, results: { lossRate: 100 } });
  const { lines, success } = run('traceroute', at);
  expect(success).toBe(false);
  expect(lines.map(({ text }) => text)).toEqual([expect.any(String), '1  192.168.1.1  0.4 ms', '2  * * *', '3  * * *', '4  * * *']);
  const walk = run('walk', at);
  expect(walk).toMatchObject({ success: false, results: { brokenAt: 'wan' } });
  expect(walk.steps?.map(({ stage, state }) => [stage, state])).toEqual([
    ['device', 'ok'],
    ['wan', 'broken'],
  ]);
  for (const kind of ['tcping', 'http', 'dns', 'speedTest'] as const) expect(run(kind, at).success, kind).toBe(false);
});

test('what a link loses is lost by ping, told by the walk, and slows the speed test', () => {
  const at = when('link.loss');
  const [circuit] = circuitsOf(place);
  const loss = circuit ? lossAt(circuit, at, incidentsAt(place, at, at + 1)) : 0;
  const { lossRate = 0 } = run('ping', at, { count: 1000 }).results;
  expect(Math.abs(lossRate - loss)).toBeLessThan(4);
  expect(run('walk', at).steps?.find(({ stage }) => stage === 'wan')).toMatchObject({
    state: 'degraded',
    lossRate: Math.round(loss * 10) / 10,
  });
});

test('a way takes as long as monitoring says of its link, and a little beyond', () => {
  const at = START;
  const [circuit] = circuitsOf(place);
  const latency = circuit && latencyAt(circuit, at, incidentsAt(place, at, at + 1));
  const measured = run('ping', at).results.latency ?? 0;
  expect(measured).toBeGreaterThan(latency ?? Infinity);
  expect(run('traceroute', at).results.latency).toBeCloseTo(run('walk', at).results.latency ?? 0, 1);
});

test('a POP that is out of order, a name that nobody knows, a silent device: the walk says which', () => {
  const broken = { name: 'POP Shanghai', serviceStatus: 'abnormal' as const };
  expect(run('walk', START, { pop: broken }).results.brokenAt).toBe('pop');
  expect(run('ping', START, { pop: broken }).results.lossRate).toBe(100);
  expect(run('walk', START, { target: 'nobody.invalid' }).results.brokenAt).toBe('name');
  expect(run('walk', START, { reachable: false }).results.brokenAt).toBe('device');
});

test('a rule that denies stops the walk, and is named; one that lets it pass is named too', () => {
  const rule = { resource: 'AclRule', itemId: 'acl-stop' };
  const walk = run('walk', START, { rules: { denied: true, rule } });
  expect(walk).toMatchObject({ success: false, results: { brokenAt: 'rules' } });
  expect(walk.steps?.at(-1)).toMatchObject({ stage: 'rules', state: 'broken', ...rule });
  const open = run('walk', START, { rules: { denied: false, rule } });
  expect(open.steps?.[1]).toMatchObject({ stage: 'rules', state: 'ok', ...rule });
  expect(open.results.brokenAt).toBeUndefined();
});
