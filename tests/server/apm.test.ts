import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readTargets } from '#server/features/monitoring/apm-figures.ts';
import { watchTargets } from '#server/features/monitoring/index.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { type MeasuredWorld, measuredWorld, type Passage, passageTo } from '#tests/server/measured-world.ts';
import { SUPER, testServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';
import { findVictoriaMetrics, type MetricsStore, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;
const AT = '/api/v1/apmTargets';
const figures = ['p50', 'p95', 'p99', 'errorRate', 'throughput', 'apdex', 'measuredAt'];

describe.skipIf(findVictoriaMetrics() === undefined)('applications whose answers a store holds', () => {
  let store: MetricsStore;
  let passage: Passage;
  let world: MeasuredWorld;

  beforeAll(async () => {
    store = await startMetricsStore();
    passage = await passageTo(store.url);
    world = await measuredWorld(readConfig({ url: passage.url, env: {} }));
    const start = world.server.clock.now();
    const lines: string[] = [];
    for (let at = start - 10 * MINUTE; at <= start + 60 * MINUTE; at += 15_000) {
      const seconds = (at - start) / 1000 + 600;
      // half within 100 ms, all within 500 ms; ten a second, of which after half an hour every fifth is wrong
      const target = 'target="https://erp.example.com"';
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="0.1"} ${seconds * 5} ${at}`);
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="0.5"} ${seconds * 10} ${at}`);
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="+Inf"} ${seconds * 10} ${at}`);
      lines.push(`wan_apm_duration_seconds_count{${target}} ${seconds * 10} ${at}`);
      lines.push(`wan_apm_error_ratio{${target}} ${at < start + 30 * MINUTE ? 0.01 : 0.2} ${at}`, `wan_apm_apdex{${target}} 0.9 ${at}`);
    }
    await store.feed(lines);
    await watchTargets(world.server.services);
  });
  afterAll(async () => {
    await world.server.remove();
    passage.stop();
    await store.stop();
  });

  const later = async (minutes: number): Promise<void> => {
    world.server.clock.advance(minutes * MINUTE);
    await world.server.services.jobs.runDue();
  };
  const target = async (id: string): Promise<Record<string, unknown>> => (await (await world.boss()).get(`${AT}/${id}`)).body;
  const change = async (id: string, to: Record<string, unknown>): Promise<number> => {
    const boss = await world.boss();
    const { body } = await boss.get(`${AT}/${id}`);
    const { name, url, category, apdexThreshold, errorThreshold } = body;
    const next = { name, url, category, apdexThreshold, errorThreshold, ...to };
    return (await boss.put(`${AT}/${id}`, next, { headers: { 'if-match': `"${String(body['revision'])}"` } })).status;
  };

  let erp = '';
  test('a new target shows what the store has of its address; nobody says what it measures but the store', async () => {
    const boss = await world.boss();
    const made = await boss.post(AT, { name: 'ERP', url: 'https://erp.example.com', category: 'office' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ state: 'unknown', apdexThreshold: 0.85, errorThreshold: 5 });
    for (const name of figures) expect(made.body).not.toHaveProperty(name);
    erp = String(made.body['id']);
    await later(0.5);
    expect(await target(erp)).toMatchObject({ state: 'normal', p50: 100, apdex: 0.9, throughput: 600, errorRate: 1, revision: 1 });
    const { p95, measuredAt } = await target(erp);
    expect(Math.round(Number(p95))).toBe(460);
    expect(world.server.clock.now() - Date.parse(String(measuredAt))).toBeLessThan(2 * MINUTE);
    // a second of that name would not be told from it
    expect((await boss.post(AT, { name: 'ERP', url: 'https://erp.example.com' })).status).toBe(409);
  });

  test('what is slow and what fails its thresholds say', async () => {
    expect(await change(erp, { apdexThreshold: 0.95 })).toBe(200);
    await later(0.5);
    expect(await target(erp)).toMatchObject({ state: 'slow' });
    expect(await change(erp, { apdexThreshold: 0.8, p95Threshold: 400 })).toBe(200);
    await later(0.5);
    expect(await target(erp)).toMatchObject({ state: 'slow' });
    expect(await change(erp, { p95Threshold: 500 })).toBe(200);
    await later(0.5);
    expect(await target(erp)).toMatchObject({ state: 'normal' });
    await later(36);
    expect(await target(erp)).toMatchObject({ state: 'failing', errorRate: 20 });
  });

  test('while the store does not answer it stays as it was read, and is unknown after a while', async () => {
    passage.refuse(() => true);
    await later(2);
    expect(await target(erp)).toMatchObject({ state: 'failing', gap: 'failed', errorRate: 20 });
    await later(11);
    expect(await target(erp)).toMatchObject({ state: 'unknown', gap: 'failed', errorRate: 20 });
    passage.refuse(() => false);
    await later(1);
    expect(await target(erp)).toMatchObject({ state: 'failing' });
    expect(await target(erp)).not.toHaveProperty('gap');
  });

  test('of another address nothing that was measured of this one is told', async () => {
    expect(await change(erp, { url: 'https://new.example.com' })).toBe(200);
    for (const name of figures) expect(await target(erp)).not.toHaveProperty(name);
    await later(1);
    expect(await target(erp)).toMatchObject({ state: 'unknown', gap: 'notStored' });
    for (const name of figures) expect(await target(erp)).not.toHaveProperty(name);
    const boss = await world.boss();
    const { body } = await boss.get(`${AT}/${erp}`);
    expect((await boss.delete(`${AT}/${erp}`, { headers: { 'if-match': `"${String(body['revision'])}"` } })).status).toBe(204);
    const left = answered('getApmMeasurements', (await boss.get('/api/v1/monitor/apm')).body);
    expect(left.targets).toEqual([]);
  });
});

test('where nothing measures, a target says so and has no figure', async () => {
  const server = await testServer({ telemetry: undefined, seed: 'empty' });
  const spec = server.services.store.spec('ApmTarget');
  const id = await server.services.system.write(
    async (tx) =>
      (
        await tx.insert(spec, {
          id: 'apm-1',
          name: 'ERP',
          url: 'https://erp.example.com',
          category: 'office',
          apdexThreshold: 0.85,
          errorThreshold: 5,
          p95: 80,
          state: 'slow',
        })
      ).id,
  );
  await readTargets(server.services);
  const item = await server.services.system.get(spec, id);
  expect(item?.doc).toMatchObject({ state: 'unknown', gap: 'notConfigured' });
  for (const name of figures) expect(item?.doc).not.toHaveProperty(name);
  await server.remove();
});

test('what the demo network shows of a target is what it answers of it', async () => {
  const server = await testServer();
  const boss = await server.as(SUPER);
  const made = await boss.post(AT, { name: 'Shop front', url: 'https://front.example.com' });
  await server.services.jobs.runDue();
  const { body } = await boss.get(`${AT}/${String(made.body['id'])}`);
  const now = server.clock.now();
  const asked = { startTime: new Date(now - 5 * MINUTE).toISOString(), endTime: new Date(now).toISOString(), points: '1' };
  const { range, targets } = answered(
    'getApmTargetMeasurements',
    (await boss.get(`${AT}/${String(made.body['id'])}/measurements`, { query: asked })).body,
  );
  expect(range.source).toBe('demo');
  const series = targets[0]?.series ?? [];
  expect(series.map(({ name }) => name).toSorted()).toEqual(figures.filter((name) => name !== 'measuredAt').toSorted());
  for (const { name, values } of series) expect(body[name], name).toBe(values[0]);
  await server.remove();
});
