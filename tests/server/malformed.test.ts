import { connect } from 'node:net';
import { portOf } from '#tests/support/answers.ts';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { companyOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let token: string;
let own: string;
let port: number;

beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(server.app.server);
  own = await companyOf(await server.as(SUPER));
  ({ token } = await server.services.sessions.create(SUPER));
});
afterAll(() => server.remove());

type Raw = { status: number; body: string };

/** Byte for byte as it is written here: clients of HTTP tidy addresses up before they send them. */
function send(method: string, url: string, body = '', headers: Record<string, string> = {}): Promise<Raw> {
  const head = Object.entries({
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    connection: 'close',
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`));
    let text = '';
    socket.on('data', (data) => (text += data.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
    );
  });
}

const tags = (): string => `/api/v1/companies/${own}/tags`;
const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

const NUMBERS = [
  '99999999999999999999',
  '-99999999999999999999',
  '9007199254740993',
  '1'.repeat(40),
  '1e309',
  '1.5',
  'NaN',
  'Infinity',
  '0x10',
  '٣',
  '--1',
  '',
];

test.each(NUMBERS)('a number that is none, or too large: %s', async (number) => {
  for (const name of ['skip', 'limit']) {
    const { status, body } = await send('GET', `${tags()}?${name}=${encodeURIComponent(number)}`);
    expect([status, body]).toEqual([422, expect.stringContaining(`/query/${name}`)]);
  }
});

test.each(['9007199254740993', '1e400', '-1e20', '1e300'])('a number in a body that nobody can keep: %s', async (number) => {
  const { status, body } = await send(
    'POST',
    '/api/v1/releases',
    `{"version":"9.9.9","models":["AR1"],"fileName":"x","fileSize":${number}}`,
  );
  expect([status, body]).toEqual([422, expect.stringContaining('number.unstorable')]);
});

test.each([
  ['sequences', (): string => deep(10_000, '[', ']')],
  ['objects', (): string => deep(10_000, '{"a":', '}').replace('}', '1}')],
  ['within a known property', (): string => `{"name":${deep(10_000, '[', ']')}}`],
  ['within a value that is free', (): string => `{"name":"x","value":${deep(10_000, '{"a":', '}').replace('}', '1}')}}`],
])('a body of 10,000 levels: %s', async (_, body) => {
  for (const [method, url] of [
    ['POST', tags()],
    ['POST', '/api/v2/tokens'],
    ['PUT', '/api/v1/preferences/table.tags'],
  ] as const)
    expect((await send(method, url, body())).status, url).toBeOneOf([404, 413, 422]);
});

test.each([
  ['//x', 404],
  ['//', 404],
  ['/../x', 404],
  ['/..', 404],
  ['/./x', 404],
  ['/api/../x', 404],
  ['/api//v1', 404],
  ['//api/v1/system', 404],
  ['///etc/passwd', 404],
  ['http://evil.example/x', 404],
  ['/assets/%2e%2e/%2e%2e/package.json', 404],
  ['/model/../../package.json', 404],
  ['/%', 400],
  ['/%zz', 400],
  ['/api/v1/companies/%E0%A4%A/tags', 400],
  ['/api/v1/companies/%00/tags', 422],
  ['/api/v1/system?[]=1', 422],
  ['/api/v1/system?__proto__=1', 422],
  ['/api/v1/system?a[b][c]=1', 422],
  ['/api/v1/system?locale=%', 200],
  ['/socket.io/', 400],
  ['/socket.io/?EIO=4&transport=none', 400],
  ['x', 400],
])('the address %s is answered %i', async (url, expected) => {
  for (const accept of ['*/*', 'text/html', 'application/json'])
    expect([accept, (await send('GET', url, '', { accept })).status]).toEqual([accept, expected]);
});

test.each([
  ['a length that is no number', 'content-length', 'x'],
  ['a type that is none', 'content-type', ';;'],
  ['an accepted language that is none', 'accept-language', ';q=;,,-'],
  ['an origin that is none', 'origin', '://'],
  ['a revision that is none', 'if-match', '"""'],
  ['cookies that are none', 'cookie', '=;=;%'],
  ['a bearer of nothing', 'authorization', 'Bearer '],
  ['a huge header', 'x-filler', 'x'.repeat(20_000)],
])('%s', async (_, name, value) => {
  for (const [method, body] of [
    ['GET', ''],
    ['POST', '{"name":"x"}'],
  ] as const)
    expect((await send(method, tags(), body, { [name]: value })).status).toBeLessThan(500);
});
