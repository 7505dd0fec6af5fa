import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { tokenFrom } from '#server/foreign/token.ts';
import { portOf } from '#tests/support/answers.ts';

type Asked = { authorization: string | undefined; form: Record<string, string> };

let endpoint: Server | undefined;
const asked: Asked[] = [];
afterEach(() => {
  endpoint?.close();
  asked.length = 0;
});

/** A token endpoint that answers what is said here. */
async function listening(answer: (asking: Asked) => { status: number; body: object | string }): Promise<string> {
  endpoint = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const asking = { authorization: request.headers.authorization, form: Object.fromEntries(new URLSearchParams(text)) };
      asked.push(asking);
      const { status, body } = answer(asking);
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const server = endpoint;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${portOf(server)}`;
}

const scheme: Parameters<typeof tokenFrom>[1] = { kind: 'client', name: 'client', tokenUrl: '/oauth/token', scopes: ['read', 'write'] };
const client = { id: 'me', secret: 'p&ss: wörd' };
const tokenOf = (url: string): Promise<string | undefined> => tokenFrom(url, scheme, client);
const grant = { grant_type: 'client_credentials', scope: 'read write' };
const inHeader: Asked = {
  authorization: `Basic ${Buffer.from(`me:${encodeURIComponent(client.secret)}`).toString('base64')}`,
  form: grant,
};
const inBody: Asked = { authorization: undefined, form: { ...grant, client_id: client.id, client_secret: client.secret } };

test('a secret goes in the header, and stands nowhere else', async () => {
  const url = await listening(() => ({ status: 200, body: { access_token: 'made' } }));
  expect(await tokenOf(url)).toBe('made');
  expect(asked).toEqual([inHeader]);
});

test.each<[string, number, object | string]>([
  ['as RFC 6749 has it', 401, { error: 'invalid_client' }],
  ['with 400', 400, { error: 'invalid_client' }],
  ['because the form lacks the client', 400, { error: 'invalid_request', error_description: 'client_id is missing' }],
  ['without a reason', 401, ''],
  ['in words of its own', 403, { message: 'Forbidden' }],
])('an endpoint that refuses it there, %s, gets it in the body, and the next time at once', async (_how, status, body) => {
  const url = await listening(({ form }) =>
    form['client_secret'] === client.secret ? { status: 200, body: { access_token: 'made' } } : { status, body },
  );
  expect(await tokenOf(url)).toBe('made');
  expect(asked).toEqual([inHeader, inBody]);
  asked.length = 0;
  expect(await tokenOf(url)).toBe('made');
  expect(asked).toEqual([inBody]);
});

test('an endpoint that takes it in the body no more is asked in the other way again', async () => {
  let taken: 'header' | 'body' = 'body';
  const url = await listening(({ authorization }) =>
    (authorization === undefined) === (taken === 'body')
      ? { status: 200, body: { access_token: taken } }
      : { status: 401, body: { error: 'invalid_client' } },
  );
  expect(await tokenOf(url)).toBe('body');
  taken = 'header';
  asked.length = 0;
  expect(await tokenOf(url)).toBe('header');
  expect(asked).toEqual([inBody, inHeader]);
  asked.length = 0;
  expect(await tokenOf(url)).toBe('header');
  expect(asked).toEqual([inHeader]);
});

test('who is known and may not, or meets a server that fails, is not asked for twice', async () => {
  const url = await listening(() => ({ status: 400, body: { error: 'invalid_scope' } }));
  expect(await tokenOf(url)).toBeUndefined();
  expect(asked).toEqual([inHeader]);
  endpoint?.close();
  asked.length = 0;
  const failing = await listening(() => ({ status: 503, body: {} }));
  expect(await tokenOf(failing)).toBeUndefined();
  expect(asked).toEqual([inHeader]);
});

test('a wrong secret is wrong in both ways', async () => {
  const url = await listening(() => ({ status: 401, body: { error: 'invalid_client' } }));
  expect(await tokenOf(url)).toBeUndefined();
  expect(asked).toEqual([inHeader, inBody]);
});
