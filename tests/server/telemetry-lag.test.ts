import { afterEach, describe, expect, test } from 'vitest';

import { watchAlarms } from '#server/features/alarm/index.ts';
import { manualClock } from '#server/store/clock.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { objects } from '#tests/support/answers.ts';
import { type MeasuredWorld, measuredWorld, passageTo } from '#tests/server/measured-world.ts';
import { findVictoriaMetrics, type MetricsStore, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;
const END: (() => Promise<void> | void)[] = [];

/** Readings of a circuit every 15 s: how much of what it carries is lost, and how busy its device is. */
async function feed(
  store: MetricsStore,
  site: string,
  [from, to]: readonly [number, number],
  read: (at: number) => { loss: number; cpu: number },
) {
  const lines: string[] = [];
  for (let at = from; at <= to; at += 15_000) {
    const { loss, cpu } = read(at);
    lines.push(`wan_link_loss_ratio{site="${site}",interface="WAN1"} ${loss} ${at}`, `wan_device_cpu_ratio{site="${site}"} ${cpu} ${at}`);
  }
  await store.feed(lines);
}

async function alarmsOf({ boss, companyId }: MeasuredWorld) {
  const { body } = await (await boss()).get('/api/v1/mgr/alerts', { query: { companyId, limit: '100' } });
  return objects(body['result']).filter(({ origin }) => origin === 'measured');
}

async function downSince({ boss }: MeasuredWorld): Promise<number | undefined> {
  const since = (await (await boss()).get('/api/v1/system')).body['telemetryDownSince'];
  return since === undefined ? undefined : Date.parse(String(since));
}

async function stockStore(): Promise<MetricsStore> {
  const store = await startMetricsStore();
  END.push(() => store.stop());
  return store;
}

afterEach(async () => {
  for (const end of END.splice(0).toReversed()) await end();
});

describe.skipIf(findVictoriaMetrics() === undefined)('thresholds over a store as it is installed', () => {
  test('fire in real time, though the store holds its newest points back', async () => {
    const store = await stockStore();
    const now = Date.now();
    // the last of three looks is at this very moment
    const clock = manualClock(now - MINUTE - 2000);
    const world = await measuredWorld({ ...readConfig({ url: store.url, env: {} }), window: 30 }, clock);
    END.push(() => world.server.remove());
    const site = await world.addSite('First_site');
    await feed(store, site, [now - 10 * MINUTE, now], () => ({ loss: 0.05, cpu: 0.2 }));
    await watchAlarms(world.server.services);
    await world.server.services.jobs.runDue();
    await world.pass(1);
    expect(await alarmsOf(world)).toMatchObject([{ code: 'link.loss', status: 'firing', value: 5 }]);
  });

  test('ask again for what was not answered: an alarm has its time, and what was answered meanwhile is compared', async () => {
    const store = await stockStore();
    const passage = await passageTo(store.url);
    END.push(passage.stop);
    const world = await measuredWorld({ ...readConfig({ url: passage.url, env: {} }), window: 30 });
    END.push(() => world.server.remove());
    const { server, pass } = world;
    const site = await world.addSite('First_site');
    const start = server.clock.now();
    // four minutes of loss; a processor that is busy from the fourth minute on
    await feed(store, site, [start - 5 * MINUTE, start + 20 * MINUTE], (at) => ({
      loss: at >= start + 2 * MINUTE && at < start + 6 * MINUTE ? 0.05 : 0,
      cpu: at >= start + 4 * MINUTE ? 0.99 : 0.2,
    }));
    await watchAlarms(server.services);
    await server.services.jobs.runDue();
    await pass(3);
    passage.refuse((query) => query.includes('loss'));
    await pass(5);
    expect(await alarmsOf(world)).toMatchObject([{ code: 'system.cpu', status: 'firing' }]);
    // everybody hears of it, from the first look that had no answer
    const since = server.clock.now() - 4.5 * MINUTE;
    expect(await downSince(world)).toBe(since);
    passage.refuse(() => true);
    await pass(1);
    expect(await downSince(world)).toBe(since);
    passage.refuse(() => false);
    await pass(0.5);
    expect(await downSince(world)).toBeUndefined();
    const loss = (await alarmsOf(world)).find(({ code }) => code === 'link.loss');
    // it came and went while nobody was answered
    expect(loss).toMatchObject({ status: 'resolved', value: 5 });
    const [began, raised, resolved] = [loss?.['since'], loss?.['raisedAt'], loss?.['resolvedAt']].map(
      (time) => Date.parse(String(time)) - start,
    );
    expect(Math.abs((began ?? 0) - 2 * MINUTE)).toBeLessThanOrEqual(MINUTE / 2);
    expect((raised ?? 0) - (began ?? 0)).toBe(MINUTE);
    expect(resolved).toBeGreaterThan(6 * MINUTE);
    expect(resolved).toBeLessThanOrEqual(8 * MINUTE);
    await pass(2);
    expect(await alarmsOf(world)).toHaveLength(2);
  });
});
