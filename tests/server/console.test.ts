import { portOf } from '#tests/support/answers.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import Fastify from 'fastify';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callRoots } from '#server/kernel/http/headers.ts';
import { isPage, sendPage, serveConsole } from '#server/kernel/http/console.ts';
import { proxy } from '#server/kernel/http/proxy.ts';
import { COMPANY, companyOf, testServer, type TestServer } from '#tests/server/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-dist-'));
const dist = join(folder, 'dist');
const tag = { name: 'Tag', path: '/api/v1/tags'.repeat(200) };
const script = 'export const a = 1;\n'.repeat(100);

beforeAll(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>WAN</title>');
  writeFileSync(join(dist, 'assets/app-1234.js'), script);
  writeFileSync(join(dist, 'assets/app-1234.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'model/index.json'), '{}');
  writeFileSync(join(folder, 'model/tag.json'), JSON.stringify(tag));
  writeFileSync(join(folder, 'secret.json'), 'outside');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the built console', () => {
  const app = Fastify();
  beforeAll(async () => {
    await serveConsole(app, { dist, model: join(folder, 'model') });
    app.setNotFoundHandler((request, reply) => {
      if (isPage(request.method, request.url, request.headers.accept, callRoots(['/api/v1/sites'])) && sendPage(reply, dist)) return;
      void reply.code(404).send({});
    });
  });
  const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers });

  test('its page answers every path of the console, and nothing else', async () => {
    for (const path of ['/', '/site', '/site?tab=Tag', '/r/circuit-vendor', '/login']) {
      const reply = await get(path);
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']], path).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(reply.body).toContain('<!doctype html>');
    }
    for (const path of ['/api/v1/nothing', '/assets/gone-99.js', '/model/gone.json']) expect((await get(path)).statusCode, path).toBe(404);
    expect((await get('/site', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/site' })).statusCode).toBe(404);
  });

  test('hashed files are kept for ever, compressed where the browser takes it', async () => {
    const plain = await get('/assets/app-1234.js', {});
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(plain.body).toBe(script);
    const packed = await get('/assets/app-1234.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': expect.stringContaining('javascript') });
    expect(packed.rawPayload.length).toBeLessThan(200);
  });

  test('the model is kept under the name of its version until something in it changes, and compressed', async () => {
    const { modelUrl } = (await get('/config.json', {})).json<{ modelUrl: string }>();
    const kept = await get(`${modelUrl}/tag.json`, { 'accept-encoding': 'gzip, br' });
    expect(kept.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(JSON.parse(brotliDecompressSync(kept.rawPayload).toString())).toEqual(tag);
    expect((await get(`${modelUrl}/tag.json`, { 'accept-encoding': 'gzip;q=1, br;q=0' })).headers['content-encoding']).toBe('gzip');
    const plain = await get(`${modelUrl}/tag.json`, {});
    expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, tag]);
    expect((await get('/model/tag.json', {})).headers['cache-control']).toBe('no-cache');
    expect((await get('/model/tag.json', { 'if-none-match': String(plain.headers['etag']) })).statusCode).toBe(304);
    writeFileSync(join(folder, 'model/tag.json'), '{"name":"Label"}');
    const late = await get(`${modelUrl}/tag.json`, {});
    expect(late.json()).toEqual({ name: 'Label' });
    await expect
      .poll(async () => (await get('/config.json', {})).json<{ modelUrl: string }>().modelUrl, { timeout: 5000 })
      .not.toBe(modelUrl);
    expect((await get(`${modelUrl}/tag.json`, {})).headers['cache-control']).toBe('no-cache');
  });

  test('the model goes out as the build compressed it, as long as it is what was built', async () => {
    writeFileSync(join(folder, 'model/pop.json'), JSON.stringify(tag));
    mkdirSync(join(dist, 'model'));
    writeFileSync(join(dist, 'model/pop.json'), JSON.stringify(tag));
    writeFileSync(join(dist, 'model/pop.json.gz'), gzipSync(JSON.stringify(tag), { level: 1 }));
    const sent = async () => (await get('/model/pop.json', { 'accept-encoding': 'gzip' })).rawPayload;
    expect(await sent()).toEqual(gzipSync(JSON.stringify(tag), { level: 1 }));
    const changed = JSON.stringify({ ...tag, name: 'Pop' });
    writeFileSync(join(folder, 'model/pop.json'), changed);
    expect(JSON.parse(gunzipSync(await sent()).toString())).toEqual({ ...tag, name: 'Pop' });
  });

  test('the model without its version is asked for anew, and nothing outside its folder is given', async () => {
    expect((await get('/model/index.json', {})).headers['cache-control']).toBe('no-cache');
    for (const path of [
      '/model/../secret.json',
      '/model/0123456789abcdef/../../secret.json',
      '/model/0123456789abcdef/..%2f..%2fsecret.json',
      '/model/%2e%2e/secret.json',
      '/model/..%2fsecret.json',
      '/assets/..%2f..%2fsecret.json',
      '/..%2fsecret.json',
    ]) {
      expect((await get(path, {})).body, path).not.toContain('outside');
    }
  });
});

describe('before another backend', () => {
  let upstream: TestServer;
  let front: Awaited<ReturnType<typeof proxy>>;
  let url: string;
  beforeAll(async () => {
    upstream = await testServer();
    await upstream.app.listen({ port: 0, host: '127.0.0.1' });
    front = await proxy(`http://127.0.0.1:${portOf(upstream.app.server)}`);
    url = await front.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await front.stop();
    await upstream.remove();
  });

  test('calls and sockets are passed on, the model is our own', async () => {
    const { token } = await upstream.services.sessions.create(COMPANY);
    const own = await companyOf(await upstream.as(COMPANY));
    const reply = await fetch(`${url}/api/v1/companies/${own}/tags?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/model/index.json`)).json()).toHaveProperty('resources');
    const socket = io(url, { transports: ['websocket'] });
    const told = new Promise((resolve) => socket.once('alerts', resolve));
    socket.on('connect', () => socket.emit('alertSubscribe', { companyId: own, token }));
    expect(await told).toHaveProperty('total');
    socket.close();
  });

  test.each(['websocket', 'polling'])(
    'sockets by %s are passed on for pages of the console, and for those of others not',
    async (transport) => {
      const opens = (origin: string): Promise<boolean> =>
        new Promise((resolve) => {
          const socket = io(url, { transports: [transport], forceNew: true, reconnection: false, extraHeaders: { origin } });
          socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false));
          socket.once('connect', () => socket.close());
        });
      expect(await opens(url)).toBe(true);
      expect(await opens('https://evil.example')).toBe(false);
    },
  );
});
