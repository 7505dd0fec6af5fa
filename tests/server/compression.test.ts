import { portOf } from '#tests/support/answers.ts';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { COMPANY, companyOf, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let path: string;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await server.services.sessions.create(COMPANY);
  headers = { authorization: `Bearer ${token}` };
  path = `/api/v1/companies/${await companyOf(await server.as(COMPANY))}`;
});
afterAll(() => server.remove());

const get = (url: string, encoding: string) => server.app.inject({ url, headers: { ...headers, 'accept-encoding': encoding } });

test('a long answer is compressed as the caller takes it, and is the same', async () => {
  const plain = await get(`${path}/sites?limit=20`, 'identity');
  expect([plain.headers['content-encoding'], plain.rawPayload.length > 1024]).toEqual([undefined, true]);
  const packed = await get(`${path}/sites?limit=20`, 'gzip, deflate, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json());
  const zipped = await get(`${path}/sites?limit=20`, 'gzip');
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain.json());
});

test('a short answer is sent as it is', async () => {
  const reply = await get(`${path}/tags?limit=1`, 'gzip, br');
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, undefined]);
});

test('what is kept of a page is sent until a row of it changes', async () => {
  const client = await server.as(COMPANY);
  const page = async () => {
    const reply = await get(`${path}/tags?limit=20`, 'br');
    expect(reply.headers['content-encoding']).toBe('br');
    return brotliDecompressSync(reply.rawPayload).toString();
  };
  for (let tag = 0; tag < 6; tag++) await client.post(`${path}/tags`, { name: `Packed ${tag}`, type: 'site' });
  const before = await page();
  expect(await page()).toBe(before);
  await client.post(`${path}/tags`, { name: 'Packed later', type: 'site' });
  expect([before, await page()]).toEqual([expect.not.stringContaining('Packed later'), expect.stringContaining('Packed later')]);
});

test('a compressed body is refused before anybody unpacks it', async () => {
  const payload = gzipSync(JSON.stringify({ name: 'Packed body', type: 'site' }));
  const sent = { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await server.app.inject({ method: 'POST', url: `${path}/tags`, payload, headers: sent });
  expect([reply.statusCode, reply.headers['accept-encoding'], reply.json()]).toEqual([
    415,
    'identity',
    expect.objectContaining({ code: 'media-type' }),
  ]);
});

test('an export is compressed while it is made', async () => {
  const url = `http://127.0.0.1:${portOf(server.app.server)}/api/v1/export`;
  const body = JSON.stringify({
    operation: 'listCompanySites',
    path: { companyId: path.split('/').at(-1) },
    columns: ['name'],
    values: 'raw',
  });
  const reply = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  });
  expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect((await reply.text()).split('\n').length).toBeGreaterThan(20);
});
