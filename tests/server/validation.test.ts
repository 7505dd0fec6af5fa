import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;
let tags: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  tags = `/api/v1/companies/${await companyOf(client)}/tags`;
});
afterAll(() => server.remove());

const good = { name: 'strict', type: 'site' };

describe('bodies', () => {
  test.each([
    ['an unknown field', { ...good, colour: 'red' }, '/colour', 'schema.additionalProperties'],
    ['a number for a text', { ...good, name: 7 }, '/name', 'schema.type'],
    ['a text for a boolean', { ...good, global: 'true' }, '/global', 'schema.type'],
    ['null for a text', { ...good, remark: null }, '/remark', 'schema.type'],
    ['a missing field', { type: 'site' }, '/name', 'schema.required'],
    ['a value outside the choices', { ...good, type: 'house' }, '/type', 'schema.enum'],
    ['a name that is too long', { ...good, name: 'x'.repeat(41) }, '/name', 'schema.maxLength'],
    ['a read-only property', { ...good, revision: 9 }, '/revision', 'schema.additionalProperties'],
    ['a NUL', { ...good, remark: 'a\u{0}b' }, '/remark', 'text.unstorable'],
    ['a NUL in a name of a property', { ...good, 'a\u{0}': 1 }, '', 'text.unstorable'],
  ])('%s is refused', async (_what, body, pointer, code) => {
    const reply = await client.post(tags, body);
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'validation.failed', errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]) },
    });
    expect(resultsOf(await client.get(tags, { query: { keyword: 'strict' } }))).toHaveLength(0);
  });

  test('a lone surrogate is refused, a pair is kept', async () => {
    expect((await client.post(tags, String.raw`{"name":"strict","type":"site","remark":"\ud83d"}`)).status).toBe(422);
    const reply = await client.post(tags, { ...good, name: 'emoji', remark: '😀 <b>&"' });
    expect(reply).toMatchObject({ status: 201, body: { remark: '😀 <b>&"' } });
  });

  test('malformed JSON is a problem, not a crash', async () => {
    expect(await client.post(tags, '{"name":')).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(await client.post(tags, '[1,2')).toMatchObject({ status: 400 });
    expect(await client.post(tags, '"text"')).toMatchObject({ status: 422 });
    expect(await client.post(tags, '')).toMatchObject({ status: 422 });
  });

  test('other media types are refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml']) {
      const reply = await client.post(tags, JSON.stringify(good), { headers: { 'content-type': type } });
      expect(reply, type).toMatchObject({ status: 415, body: { code: 'media-type' } });
    }
  });

  test('a body beyond the cap is refused, a long list has a higher one', async () => {
    expect(await client.post(tags, { ...good, remark: 'x'.repeat(1_100_000) })).toMatchObject({
      status: 413,
      body: { code: 'payload-too-large' },
    });
    const sets = tags.replace('/tags', '/addressSets');
    const rules = Array.from({ length: 65_535 }, (_, index) =>
      `10.${index >> 8}.${index & 255}.0/24`.replace(/^10\.(\d+)\.(\d+)\.0\/24$/, '10.$1.$2.1'),
    );
    const reply = await client.post(sets, { name: 'long', rules });
    expect(reply.status).toBe(201);
    const [row] = resultsOf(await client.get(sets, { query: { name: 'long' } }));
    expect(row).toMatchObject({ name: 'long', ruleCount: 65_535 });
    expect(row).not.toHaveProperty('rules');
  });
});

describe('parameters', () => {
  test.each([
    ['unknown', { colour: 'red' }, '/query/colour'],
    ['not a number', { limit: 'ten' }, '/query/limit'],
    ['above the cap', { limit: '1001' }, '/query/limit'],
    ['negative', { skip: '-1' }, '/query/skip'],
    ['not a choice', { type: 'house' }, '/query/type/0'],
    ['not a boolean', { access: 'yes' }, '/query/access'],
    ['a NUL', { keyword: 'a\u{0}' }, '/query/keyword'],
  ])('%s is refused', async (_what, query, pointer) => {
    const reply = await client.get(tags, { query });
    expect(reply).toMatchObject({ status: 422, body: { errors: [expect.objectContaining({ pointer })] } });
  });

  test('an unknown call is a problem in the language of the caller', async () => {
    expect(await client.get('/api/v1/nothing')).toMatchObject({ status: 404, body: { code: 'not-found', title: 'Not found' } });
    expect(await client.get('/api/v1/nothing', { query: { locale: 'zh' } })).toMatchObject({ body: { title: '不存在' } });
    expect(await client.delete(tags)).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
    const accept = await server.app.inject({ url: '/api/v1/nothing', headers: { 'accept-language': 'en-GB,en;q=0.9' } });
    expect(accept.json()).toMatchObject({ title: 'Not found' });
    const plain = await server.app.inject({ url: '/api/v1/nothing' });
    expect(plain.json()).toMatchObject({ title: '不存在' });
  });

  test('every answer has a request id and its security headers', async () => {
    const reply = await client.get(tags, { headers: { 'x-request-id': 'mine-1' } });
    expect(reply.headers['x-request-id']).toBe('mine-1');
    const odd = await client.get('/api/v1/nothing', { headers: { 'x-request-id': '<script>' } });
    expect(odd.headers['x-request-id']).not.toContain('<');
    expect(odd.body['requestId']).toBe(odd.headers['x-request-id']);
    expect(String(odd.headers['content-security-policy'])).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(odd.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
});
