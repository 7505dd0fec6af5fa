import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asArray, asObject, isObject } from '#domain/json.ts';
import { securityOf } from '#server/foreign/document.ts';
import { serveForeign } from '#server/foreign/app.ts';
import { noticeOf } from '#server/foreign/notice.ts';
import { portOf } from '#tests/support/answers.ts';
import { call, document, type Served } from '#tests/support/foreign-contract.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-foreign-'));
  file = join(folder, 'tides.json');
  writeFileSync(file, JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a contract without a backend', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveForeign({ contract: file, dataDir: folder, apiUrl: undefined });
  });
  afterAll(() => served.stop());

  test('keeps what is created, lists it in its envelope, changes and deletes it', async () => {
    const made = await call(served, 'POST', '/backend/v2/gauges/', { name: 'Harbour' });
    expect(made).toMatchObject({ status: 201, body: { id: 1, name: 'Harbour' } });
    expect(asObject(made.body)['createdAt']).toBeTypeOf('string');
    await call(served, 'POST', '/backend/v2/gauges/', { name: 'Pier' });
    expect(await call(served, 'GET', '/backend/v2/gauges/?limit=1&offset=1')).toMatchObject({
      status: 200,
      body: { total: 2, data: [{ name: 'Pier' }] },
    });
    expect(await call(served, 'PATCH', '/backend/v2/gauges/1/', { name: 'Lock', depth: 3 })).toMatchObject({
      body: { id: 1, name: 'Lock', depth: 3 },
    });
    expect(await call(served, 'DELETE', '/backend/v2/gauges/2/')).toMatchObject({ status: 204 });
    expect(await call(served, 'GET', '/backend/v2/gauges/2/')).toMatchObject({ status: 404 });
    expect(
      asArray(asObject((await call(served, 'GET', '/backend/v2/gauges/')).body)['data'])
        .filter(isObject)
        .map(({ name }) => name),
    ).toEqual(['Lock']);
  });

  test('refuses what the schema refuses, at its place', async () => {
    const { status, body } = await call(served, 'POST', '/backend/v2/gauges/', { name: 'longer than nine', depth: 'deep' });
    expect(status).toBe(422);
    expect(
      asArray(asObject(body)['errors'])
        .filter(isObject)
        .map(({ pointer }) => String(pointer))
        .toSorted(),
    ).toEqual(['/depth', '/name']);
    expect(await call(served, 'GET', '/backend/v2/nothing')).toMatchObject({ status: 404 });
  });

  test('settings are there from the first look, and stay as they were changed', async () => {
    expect(await call(served, 'GET', '/backend/v2/station')).toEqual({ status: 200, body: { zone: 'UTC' } });
    await call(served, 'PUT', '/backend/v2/station', { zone: 'CET' });
    expect(await call(served, 'GET', '/backend/v2/station')).toEqual({ status: 200, body: { zone: 'CET' } });
    expect(await call(served, 'GET', '/backend/v2/get/setting/ntp')).toEqual({ status: 200, body: { server: 'ntp.example' } });
    await call(served, 'PUT', '/backend/v2/set/setting/ntp', { server: 'ptp.example' });
    expect(await call(served, 'GET', '/backend/v2/get/setting/ntp')).toEqual({ status: 200, body: { server: 'ptp.example' } });
    expect(await call(served, 'POST', '/backend/v2/gauges/1/reset')).toEqual({ status: 200, body: { done: false } });
  });

  test.each<[string, string, IncomingHttpHeaders]>([
    ['a header', '', { 'x-tide-key': 'k' }],
    ['a query parameter', '?tide_key=k', {}],
    ['one that stands in no address', '', { 'x-send-query': 'tide_key=k' }],
    ['a cookie', '', { 'x-send-cookie': 'tide=k' }],
    ['a bearer token', '', { authorization: 'Bearer abc' }],
    ['a name and a password', '', { authorization: 'Basic YTpi' }],
  ])('lets in with %s', async (_what, query, headers) => {
    expect((await call(served, 'GET', `/backend/v2/gauges/${query}`, undefined, headers)).status).toBe(200);
  });

  test('lets nobody in without, but for what is open', async () => {
    expect((await call(served, 'GET', '/backend/v2/gauges/', undefined, {})).status).toBe(401);
    expect((await call(served, 'GET', '/backend/v2/open', undefined, {})).status).toBe(200);
  });

  test('gives a client its token, and nobody without a secret', async () => {
    const { body } = await call(served, 'POST', '/foreign/token', { name: 'client', id: 'me', secret: 's' }, {});
    const headers = { authorization: `Bearer ${String(asObject(body)['token'])}` };
    expect((await call(served, 'GET', '/backend/v2/gauges/', undefined, headers)).status).toBe(200);
    expect((await call(served, 'POST', '/foreign/token', { name: 'client', id: 'me', secret: '' }, {})).status).toBe(401);
  });

  test('tells the console its title and its ways to log in, and the terminal what was found', async () => {
    const { body } = await call(served, 'GET', '/config.json', undefined, {});
    expect(body).toMatchObject({ apiUrl: '/backend', foreign: { title: 'Tide gauges', version: '7', open: false } });
    expect(
      securityOf(document)
        .ways.flat()
        .map(({ kind }) => kind),
    ).toEqual(['key', 'bearer', 'basic', 'key', 'key', 'client']);
    expect(noticeOf(served, { apiUrl: undefined })).toContain('Tide gauges: 1 lists, 2 settings, 1 forms.');
  });

  test('a log-in that this console cannot make is said on the terminal, and a call goes without it', () => {
    const schemes = {
      digest: { type: 'http', scheme: 'digest' },
      seal: { type: 'mutualTLS' },
      key: { type: 'apiKey', in: 'header', name: 'k' },
    };
    const security = securityOf(
      asObject({ components: { securitySchemes: schemes }, security: [{ digest: [] }, { seal: [], key: [] }, { lost: [] }] }),
    );
    expect(security).toMatchObject({ open: false, ways: [] });
    const lines = noticeOf({ ...served, security }, { apiUrl: undefined }).split('\n');
    expect(lines.filter((line) => line.includes('log-in'))).toEqual([
      '  not understood: the log-in by digest (http digest); calls go without it',
      '  not understood: the log-in by seal (mutualTLS); calls go without it',
      '  not understood: the log-in by lost (described nowhere); calls go without it',
    ]);
    expect(noticeOf(served, { apiUrl: undefined })).not.toContain('log-in');
  });

  test('what was created is there after a restart', async () => {
    await served.stop();
    served = await serveForeign({ contract: file, dataDir: folder, apiUrl: undefined });
    expect(await call(served, 'GET', '/backend/v2/gauges/1/')).toMatchObject({ status: 200, body: { name: 'Lock' } });
  });
});

describe('a contract in front of its backend', () => {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  let backend: Server;
  let url = '';
  beforeAll(async () => {
    backend = createServer((request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers });
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ access_token: 'made', data: [], total: 0 }));
    });
    await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${portOf(backend)}`;
  });
  afterAll(() => void backend.close());

  test.each([
    ['', '/v2/gauges/'],
    ['/tides', '/tides/gauges/'],
  ])('an address that ends in "%s" is asked at %s, with a cookie and without the page’s origin', async (path, asked) => {
    const served = await serveForeign({ contract: file, dataDir: folder, apiUrl: url + path });
    seen.length = 0;
    await call(served, 'GET', '/backend/v2/gauges/?limit=5', undefined, {
      'x-send-cookie': 'tide=a%3Bb',
      'x-send-query': 'tide_key=a%26b',
      origin: 'http://console.example',
    });
    await call(served, 'GET', '/backend/v2/gauges/', undefined, { 'x-send-query': 'tide_key=k' });
    expect(seen.map((each) => [each.url, each.headers.cookie])).toEqual([
      [`${asked}?limit=5&tide_key=a%26b`, 'tide=a%3Bb'],
      [`${asked}?tide_key=k`, undefined],
    ]);
    expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => name === 'origin' || name.startsWith('x-send'))).toEqual([]);
    await served.stop();
  });

  test('a token is asked for where the document says, by the client’s id and secret', async () => {
    const served = await serveForeign({ contract: file, dataDir: folder, apiUrl: url });
    seen.length = 0;
    expect(await call(served, 'POST', '/foreign/token', { name: 'client', id: 'me', secret: 's' }, {})).toEqual({
      status: 200,
      body: { token: 'made' },
    });
    expect(seen).toMatchObject([{ url: '/oauth/token', headers: { authorization: `Basic ${Buffer.from('me:s').toString('base64')}` } }]);
    await served.stop();
  });
});

test.each([
  ['a file that is not there', 'nowhere.yaml', undefined, 'there is no such file'],
  ['Swagger 2.0', 'swagger.json', '{"paths":{},"swagger":"2.0"}', 'is Swagger 2.0. Convert it first'],
  ['what is no document', 'text.yaml', 'only a text', 'This is no OpenAPI document.'],
])('%s is one sentence', async (_what, name, text, sentence) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  await expect(serveForeign({ contract: path, dataDir: folder, apiUrl: undefined })).rejects.toThrow(sentence);
});
