import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { verdictOf } from '#server/simulator/app-scanner.ts';

let server: TestServer;
let boss: Client;

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

const release = (version: string) => ({ version, models: ['AR1200'], fileName: 'a.bin', fileSize: 1000, sha256: 'a'.repeat(64) });

/** A digest that the demo's scanner finds so. */
function digest(found: 'clean' | 'infected'): string {
  for (let number = 0; ; number++) {
    const text = number.toString(16).padStart(64, '0');
    if ((verdictOf(text) !== undefined) === (found === 'infected')) return text;
  }
}

describe('releases', () => {
  test('published, frozen, withdrawn, published again, deleted', async () => {
    const made = await boss.post('/api/v1/releases', release('9.0.0'));
    expect(made).toMatchObject({ status: 201, body: { state: 'draft', kind: 'stable', rebootMinutes: 3 } });
    const path = `/api/v1/releases/${String(made.body['id'])}`;
    expect(await boss.post(`${path}/recall`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    expect(await boss.post(`${path}/publish`)).toMatchObject({
      status: 200,
      body: { state: 'published', publishedBy: SUPER, publishedAt: '2026-03-02T01:00:00Z' },
    });
    expect(await boss.post(`${path}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'action-not-now' },
    });
    const frozen = await boss.put(path, { ...release('9.0.0'), fileSize: 2000 }, { ifMatch: '"2"', query: { locale: 'zh' } });
    expect(frozen).toMatchObject({ status: 409, body: { code: 'release.published', errors: [{ pointer: '/fileSize' }] } });
    expect(frozen.body['detail']).toBe('已发布的版本不能修改或删除，请先撤回。');
    expect((await boss.put(path, { ...release('9.0.0'), notes: 'more' }, { ifMatch: '"2"' })).body).toMatchObject({
      notes: 'more',
      state: 'published',
    });
    expect(await boss.delete(path, { ifMatch: '"3"' })).toMatchObject({ status: 409, body: { code: 'release.published' } });
    expect((await boss.post(`${path}/recall`)).body).toMatchObject({ state: 'withdrawn', withdrawnAt: '2026-03-02T01:00:00Z' });
    expect((await boss.post(`${path}/publish`)).body).not.toHaveProperty('withdrawnAt');
    await boss.post(`${path}/recall`);
    expect((await boss.delete(path, { ifMatch: '"6"' })).status).toBe(204);
  });

  test('a version is there once', async () => {
    const [known] = resultsOf(await boss.get('/api/v1/releases'));
    expect(await boss.post('/api/v1/releases', release(String(known?.['version'])))).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/version' }] },
    });
  });

  test('clients are published and withdrawn', async () => {
    const app = { platform: 'android', version: '9.0.0', build: 900, url: 'https://download.example/a.apk' };
    const made = await boss.post('/api/v1/appVersions', app);
    expect(made).toMatchObject({ status: 201, body: { state: 'draft', forced: false } });
    const path = `/api/v1/appVersions/${String(made.body['id'])}`;
    expect((await boss.post(`${path}/publish`)).body).toMatchObject({ state: 'published' });
    expect((await boss.post(`${path}/recall`)).body).toMatchObject({ state: 'withdrawn' });
    expect(await boss.post('/api/v1/appVersions', app)).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });
});

describe('the store', () => {
  const file = (version: string, sha256: string) => ({
    name: 'Test',
    platform: 'ios',
    packageName: 'com.example.test',
    version,
    fileName: 'test.ipa',
    fileSize: 10,
    sha256,
  });

  test('offers an app only when each package was scanned and found clean', async () => {
    const good = await boss.post('/api/v1/libraryApps', file('1.0', digest('clean')));
    const bad = await boss.post('/api/v1/libraryApps', file('1.1', digest('infected')));
    expect(good).toMatchObject({ status: 201, body: { scanState: 'pending', uploadedBy: SUPER } });
    const app = await boss.post('/api/v1/storeApps', { name: 'Test app', category: 'tool', packageIds: [good.body['id'], bad.body['id']] });
    const path = `/api/v1/storeApps/${String(app.body['id'])}`;
    expect(await boss.post(`${path}/offer`)).toMatchObject({ status: 409, body: { code: 'app.not-clean', params: { name: 'Test' } } });
    server.clock.advance(21_000);
    await server.services.jobs.runDue();
    const now = async (made: typeof good) => (await boss.get(`/api/v1/libraryApps/${String(made.body['id'])}`)).body;
    expect(await now(good)).toMatchObject({ scanState: 'clean', scannedAt: '2026-03-02T01:00:21Z' });
    expect(await now(bad)).toMatchObject({ scanState: 'infected', scanDetail: expect.stringMatching(/^Adware/) });
    expect((await boss.post(`${path}/offer`)).status).toBe(409);
    await boss.put(path, { name: 'Test app', category: 'tool', packageIds: [good.body['id']] }, { ifMatch: '"1"' });
    expect(await boss.post(`${path}/offer`)).toMatchObject({ status: 200, body: { state: 'listed' } });
    expect(await boss.post(`${path}/offer`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    const held = await boss.delete(`/api/v1/libraryApps/${String(good.body['id'])}`, { ifMatch: '"2"' });
    expect(held).toMatchObject({ status: 409, body: { code: 'in-use', params: { count: 1 } } });
    expect(await boss.post(`${path}/unlist`)).toMatchObject({ status: 200, body: { state: 'unlisted' } });
  });

  test('a scan can be asked for again, and another file is scanned by itself', async () => {
    const made = await boss.post('/api/v1/libraryApps', file('2.0', digest('clean')));
    const path = `/api/v1/libraryApps/${String(made.body['id'])}`;
    expect(await boss.post(`${path}/scan`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    server.clock.advance(21_000);
    await server.services.jobs.runDue();
    expect((await boss.post(`${path}/scan`)).body).toMatchObject({ scanState: 'pending' });
    server.clock.advance(21_000);
    await server.services.jobs.runDue();
    const clean = await boss.get(path);
    expect(clean.body).toMatchObject({ scanState: 'clean' });
    const changed = await boss.put(path, file('2.0', digest('infected')), { ifMatch: clean.etag });
    expect(changed.body).toMatchObject({ scanState: 'pending' });
  });
});
