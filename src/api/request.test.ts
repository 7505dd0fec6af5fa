import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/error.ts';
import { asking, leftOut } from '#api/left-out.ts';
import { address, fileName, onInterruption, request } from '#api/request.ts';
import { clearSession, readSession, writeSession } from '#api/token.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { resourceOf } from '#tests/support/model.ts';

const session = { token: 't1', refreshToken: 'r1', username: 'a@b.example', expiresAt: 0, lifetime: 0, remember: false };
const answers: (() => Promise<Response>)[] = [];
const sent: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  stubBrowser();
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return (answers.shift() ?? (() => Promise.resolve(new Response(null, { status: 204 }))))();
  });
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answers.push(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })),
  );
}

test('sends language, bearer and JSON; gives data and ETag', async () => {
  writeSession(session);
  answer(200, { name: 'x' }, { etag: '"3"' });
  const got = await request<{ name: string }>({
    method: 'put',
    path: '/api/v1/tags/t',
    query: { dryRun: true, gone: undefined, type: ['a', 'b'] },
    body: { name: 'x' },
  });
  expect(got.data).toEqual({ name: 'x' });
  expect(got.etag).toBe('"3"');
  const [call] = sent;
  expect(call?.url).toBe('/api/v1/tags/t?dryRun=true&type=a&type=b&locale=zh');
  expect(call?.init.method).toBe('PUT');
  expect(new Headers(call?.init.headers).get('authorization')).toBe('Bearer t1');
  expect(new Headers(call?.init.headers).get('content-type')).toBe('application/json');
  expect(call?.init.body).toBe('{"name":"x"}');
});

test('what an answer is without is said of the page for which it was asked, whichever stands when it comes', async () => {
  answer(200, {}, { 'x-left-out': 'Site=2' });
  asking.page = () => '/topology';
  const asked = request({ method: 'get', path: '/api/v1/topology' });
  asking.page = () => '/site';
  await asked;
  expect(leftOut()).toEqual({ page: '/topology', texts: ['Site=2'] });
});

test('a problem becomes an ApiError with its findings', async () => {
  answer(422, {
    type: 'x',
    title: 'T',
    status: 422,
    code: 'validation.failed',
    detail: 'D',
    requestId: 'q',
    serviceCode: 1200,
    errors: [{ pointer: '/name', code: 'c', detail: 'bad' }, { broken: true }],
  });
  const error = await request({ method: 'post', path: '/x', body: {} }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: 'validation.failed',
    detail: 'D',
    requestId: 'q',
    serviceCode: 1200,
    errors: [{ pointer: '/name' }],
  });
});

test('an expired session ends, once, and says so', async () => {
  const expired = vi.fn();
  onInterruption({ expired, maintenance: () => {} });
  writeSession(session);
  answer(401, {});
  await expect(request({ method: 'get', path: '/x' })).rejects.toMatchObject({ code: 'session.expired', status: 401 });
  expect(expired).toHaveBeenCalledTimes(1);
  expect(readSession()).toBeUndefined();
});

test('a session that was ended for a reason says the reason', async () => {
  const expired = vi.fn();
  onInterruption({ expired, maintenance: () => {} });
  writeSession(session);
  answer(401, { code: 'session.disabled', detail: 'Your account was disabled.' });
  await expect(request({ method: 'get', path: '/x' })).rejects.toMatchObject({ code: 'session.disabled', status: 401 });
  expect(expired).toHaveBeenCalledWith('Your account was disabled.');
  expect(readSession()).toBeUndefined();
});

test('a wrong password is no expired session', async () => {
  const expired = vi.fn();
  onInterruption({ expired, maintenance: () => {} });
  answer(401, { code: 'login.failed', detail: 'no' });
  await expect(request({ method: 'post', path: '/api/v2/tokens', bearer: false, body: {} })).rejects.toMatchObject({
    code: 'login.failed',
    detail: 'no',
  });
  expect(expired).not.toHaveBeenCalled();
});

test('a call that another tab outran is sent again with the renewed token', async () => {
  writeSession(session);
  answers.push(() => {
    writeSession({ ...session, token: 't2' });
    return Promise.resolve(new Response('{}', { status: 401 }));
  });
  answer(200, { ok: true });
  await expect(request({ method: 'get', path: '/x' })).resolves.toMatchObject({ data: { ok: true } });
  expect(new Headers(sent[1]?.init.headers).get('authorization')).toBe('Bearer t2');
  clearSession();
});

test('maintenance is passed on to the page', async () => {
  const maintenance = vi.fn();
  onInterruption({ expired: () => {}, maintenance });
  answer(503, { code: 'maintenance', detail: '系统维护中' });
  await expect(request({ method: 'put', path: '/x' })).rejects.toMatchObject({ detail: '系统维护中' });
  answer(503, { code: 'database' });
  await expect(request({ method: 'put', path: '/x' })).rejects.toMatchObject({ code: 'database' });
  expect(maintenance).toHaveBeenCalledTimes(1);
});

test('who gives up gets the abort, not a sentence', async () => {
  const controller = new AbortController();
  answers.push(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  controller.abort();
  await expect(request({ method: 'get', path: '/x', signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('no network: offline or unreachable', async () => {
  answers.push(() => Promise.reject(new TypeError('failed')));
  await expect(request({ method: 'get', path: '/x' })).rejects.toMatchObject({ code: 'unreachable', status: 0 });
});

test('no answer in time', async () => {
  answers.push(() => new Promise((_, reject) => setTimeout(() => reject(new DOMException('late', 'TimeoutError')), 60)));
  await expect(request({ method: 'get', path: '/x', timeout: 0.02 })).rejects.toMatchObject({ code: 'timeout' });
});

test('a channel that is changed has the 60 seconds of the specification, and no more', async () => {
  vi.useFakeTimers();
  try {
    const [operation] = resourceOf('ChannelTrade').operations.update;
    if (!operation) throw new Error('no channel is changed');
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))));
    });
    const { method, path, timeout } = operation;
    const over = request({ method, path, timeout, body: { name: 'North' } }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent.map(({ init }) => [init.method, init.body, init.signal?.aborted])).toEqual([['PUT', '{"name":"North"}', false]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await over).toMatchObject({ code: 'timeout' });
  } finally {
    vi.useRealTimers();
  }
});

test('every address says its language', () => {
  expect(address('/api/v1/tags', { keyword: '中 &' }, 'en')).toBe('/api/v1/tags?keyword=%E4%B8%AD+%26&locale=en');
});

test.each([
  ['attachment; filename="report.csv"', 'report.csv'],
  [`attachment; filename="report.csv"; filename*=UTF-8''%E6%9C%88%E6%8A%A5.csv`, '月报.csv'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  [String.raw`attachment; filename="a \"b\".csv"`, 'a "b".csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ["attachment; filename*=UTF-8''%E6%9", ''],
  ['inline', ''],
])('a file is named by %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name);
});

test('a download is a file under the name that the answer gives it', async () => {
  answers.push(() => Promise.resolve(new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="a.csv"' } })));
  const { data } = await request<File>({ method: 'get', path: '/report', download: true });
  expect([data.name, await data.text()]).toEqual(['a.csv', 'a,b']);
});

test('a download tells how much of it is here, part by part, and is whole', async () => {
  const parts = ['a,b\r\n', '1,2\r\n', '3,4'].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      for (const part of parts) stream.enqueue(part);
      stream.close();
    },
  });
  answers.push(() => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } })));
  const received: number[] = [];
  const { data } = await request<File>({ method: 'post', path: '/export', download: true, onReceived: (bytes) => received.push(bytes) });
  expect(received).toEqual([5, 10, 13]);
  expect([await data.text(), data.type]).toEqual(['a,b\r\n1,2\r\n3,4', 'text/csv']);
});
