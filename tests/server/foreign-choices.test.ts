import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { serveForeign } from '#server/foreign/app.ts';
import { portOf } from '#tests/support/answers.ts';
import { answer, call, document, json, ref, type Served } from '#tests/support/foreign-contract.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a contract that names its servers', () => {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let backend: Server;
  let served: Served;
  let choice = '';
  beforeAll(async () => {
    backend = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push({ url: request.url ?? '', headers: request.headers, body });
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ access_token: 'made', data: [], total: 0 }));
      });
    });
    await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
    const port = String(portOf(backend));
    choice = join(folder, 'servers.json');
    const servers = [
      {
        url: 'http://{host}:{port}/proxy/network/',
        description: 'Behind a console',
        variables: { host: { default: '127.0.0.1' }, port: { default: port } },
      },
      { url: `http://127.0.0.1:${port}/{stage}`, variables: { stage: { default: 'live', enum: ['live', 'test'] } } },
      { url: '/relative' },
    ];
    const paths = asObject(document['paths']);
    const own = [{ url: `http://127.0.0.1:${port}/reset/{stage}`, variables: { stage: { default: 'live', enum: ['live', 'test'] } } }];
    writeFileSync(
      choice,
      JSON.stringify({
        ...document,
        servers,
        paths: {
          ...paths,
          '/gauges/{id}/reset': { ...asObject(paths['/gauges/{id}/reset']), servers: own },
          '/station': {
            get: { ...asObject(asObject(paths['/station'])['get']), servers: [{ url: '/status' }] },
            put: asObject(paths['/station'])['put'],
          },
        },
      }),
    );
    served = await serveForeign({ contract: choice, dataDir: folder, apiUrl: 'servers' });
  });
  afterAll(async () => {
    await served.stop();
    backend.close();
  });

  test('offers those with an address, and what may be chosen in it', async () => {
    const { body } = await call(served, 'GET', '/config.json', undefined, {});
    expect(asArray(asObject(asObject(body)['foreign'])['servers'])).toMatchObject([
      { description: 'Behind a console', variables: [{ name: 'host', default: '127.0.0.1' }, { name: 'port' }] },
      { variables: [{ name: 'stage', default: 'live', values: ['live', 'test'] }] },
    ]);
  });

  test.each([
    ['none: the first', undefined, '/proxy/network/gauges/?limit=5'],
    ['the second with its default', '1;', '/live/gauges/?limit=5'],
    ['the second at another stage', '1;stage=test', '/test/gauges/?limit=5'],
  ])('choosing %s keeps the base path of that server', async (_what, choice, url) => {
    seen.length = 0;
    const headers = { 'x-tide-key': 'k', 'x-send-cookie': 'tide=k', ...(choice === undefined ? {} : { 'x-server': choice }) };
    expect((await call(served, 'POST', '/backend/proxy/network/gauges/?limit=5', { name: 'Pier' }, headers)).status).toBe(200);
    expect(seen).toMatchObject([{ url, body: '{"name":"Pier"}', headers: { cookie: 'tide=k', 'x-tide-key': 'k' } }]);
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('x-server');
  });

  test.each([
    ['a path that has a server of its own', 'POST', '/gauges/1/reset', undefined, '/reset/live/gauges/1/reset'],
    ['with what was chosen for all', 'POST', '/gauges/1/reset', '1;stage=test', '/reset/test/gauges/1/reset'],
    ['an operation whose own server has no host', 'GET', '/station', '1;stage=test', '/status/station'],
    ['another operation of that path', 'PUT', '/station', '1;stage=test', '/test/station'],
  ] as const)('%s is asked there', async (_what, method, path, choice, url) => {
    seen.length = 0;
    const headers = { 'x-tide-key': 'k', ...(choice === undefined ? {} : { 'x-server': choice }) };
    expect((await call(served, method, `/backend/proxy/network${path}`, undefined, headers)).status).toBe(200);
    expect(seen.map((each) => each.url)).toEqual([url]);
  });

  test('in front of one backend such a call keeps the path of its own server', async () => {
    const one = await serveForeign({ contract: choice, dataDir: folder, apiUrl: `http://127.0.0.1:${portOf(backend)}/gateway` });
    seen.length = 0;
    await call(one, 'GET', '/backend/proxy/network/station');
    await call(one, 'PUT', '/backend/proxy/network/station', { zone: 'UTC' });
    expect(seen.map((each) => each.url)).toEqual(['/status/station', '/gateway/station']);
    await one.stop();
  });

  test.each(['7', '1;stage=elsewhere', '0;host=evil.example/x?', '0;host=a@b', 'x'])('%s is no choice', async (choice) => {
    seen.length = 0;
    expect((await call(served, 'GET', '/backend/proxy/network/gauges/', undefined, { 'x-tide-key': 'k', 'x-server': choice })).status).toBe(
      400,
    );
    expect(seen).toEqual([]);
  });

  test('a token is asked of the server that was chosen', async () => {
    seen.length = 0;
    expect(await call(served, 'POST', '/foreign/token', { name: 'client', id: 'me', secret: 's' }, { 'x-server': '1;stage=test' })).toEqual(
      {
        status: 200,
        body: { token: 'made' },
      },
    );
    expect(seen.map(({ url }) => url)).toEqual(['/oauth/token']);
  });

  test('where it names none, that is one sentence', async () => {
    const none = join(folder, 'none.json');
    writeFileSync(none, JSON.stringify({ ...document, servers: [{ url: '/v2' }] }));
    await expect(serveForeign({ contract: none, dataDir: folder, apiUrl: 'servers' })).rejects.toThrow('names no server with an address');
  });
});

describe('a contract that is refined', () => {
  const overlay = (title: string): string =>
    `overlay: 1.0.0\ninfo: { title: Ours, version: '1' }\nactions: [{ target: $.info, update: { title: ${title} } }]\n`;

  test('by what stands beside it, then by what is named; it is not touched', async () => {
    const own = join(folder, 'refined.json');
    writeFileSync(own, JSON.stringify(document));
    writeFileSync(join(folder, 'refined.overlay.yaml'), overlay('Beside'));
    const beside = await serveForeign({ contract: own, dataDir: folder, apiUrl: undefined });
    expect(beside.title).toBe('Beside');
    await beside.stop();
    const named = join(folder, 'named.yaml');
    writeFileSync(named, overlay('Named'));
    const both = await serveForeign({ contract: own, overlays: [named], dataDir: folder, apiUrl: undefined });
    expect(both.title).toBe('Named');
    await both.stop();
    expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual(document);
    await expect(serveForeign({ contract: own, overlays: ['nowhere.yaml'], dataDir: folder, apiUrl: undefined })).rejects.toThrow(
      'OVERLAY=nowhere.yaml: there is no such file.',
    );
  });
});

describe('rows below others, without a backend', () => {
  const person = { type: 'object', required: ['user_id', 'mail'], properties: { user_id: { type: 'string' }, mail: { type: 'string' } } };
  const member = {
    type: 'object',
    required: ['id', 'user', 'role'],
    properties: { id: { type: 'string', pattern: '^mem_[a-f0-9]{8}$' }, user: ref('Person'), role: { type: 'string' } },
  };
  const body = { type: 'object', required: ['user_id', 'role'], properties: { user_id: { type: 'string' }, role: { type: 'string' } } };
  const nested: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Members', version: '1' },
    paths: {
      '/orgs': { get: { responses: { '200': answer({ type: 'array', items: ref('Org') }) } } },
      '/orgs/{org}': { get: { responses: { '200': answer(ref('Org')) } } },
      '/orgs/{org}/members': {
        get: { responses: { '200': answer({ type: 'array', items: ref('Member') }) } },
        post: { requestBody: json(body), responses: { '201': answer(ref('Member')) } },
      },
      '/orgs/{org}/members/{user_id}': {
        patch: {
          requestBody: json({ type: 'object', properties: { role: { type: 'string' } } }),
          responses: { '200': answer(ref('Member')) },
        },
        delete: { responses: { '204': { description: 'Gone' } } },
      },
      '/dns/settings': {
        get: { responses: { '200': answer({ items: ref('Dns') }) } },
        put: { requestBody: json(ref('Dns')), responses: { '200': answer({ items: ref('Dns') }) } },
      },
      '/org_members': { get: { responses: { '200': answer({ type: 'array', items: ref('Member') }) } } },
      '/v2/tags': {
        get: { responses: { '200': answer({ type: 'array', items: ref('Tag') }) } },
        post: { requestBody: json(ref('Tag')), responses: { '201': answer(ref('Tag')) } },
      },
      '/v2/tag/{id}': { get: { responses: { '200': answer(ref('Tag')) } }, delete: { responses: { '204': { description: 'Gone' } } } },
    },
    components: {
      schemas: {
        Dns: { type: 'object', required: ['zone'], properties: { zone: { type: 'string', example: 'sea' } } },
        Person: person,
        Member: member,
        Org: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
        Tag: { type: 'object', properties: { id: { type: 'string', pattern: '^tag_[0-9]{4}$' }, name: { type: 'string' } } },
      },
    },
  };
  let served: Served;
  beforeAll(async () => {
    const own = join(folder, 'members.json');
    writeFileSync(own, JSON.stringify(nested));
    served = await serveForeign({ contract: own, dataDir: folder, apiUrl: undefined });
  });
  afterAll(() => served.stop());

  test('a list of all parents holds what was made below each, and a row is known by what its path asks for', async () => {
    for (const [org, user] of [
      ['a', 'ann'],
      ['b', 'bob'],
    ] as const)
      expect(await call(served, 'POST', `/backend/orgs/${org}/members`, { user_id: user, role: 'admin' })).toMatchObject({
        status: 201,
        body: { user: { user_id: user }, role: 'admin' },
      });
    const users = async (path: string): Promise<unknown[]> =>
      asArray((await call(served, 'GET', `/backend${path}`)).body).map((row) => asObject(asObject(row)['user'])['user_id']);
    expect(await users('/orgs/a/members')).toEqual(['ann']);
    expect(await users('/org_members')).toEqual(expect.arrayContaining(['ann', 'bob']));
    expect(await call(served, 'PATCH', '/backend/orgs/a/members/ann', { role: 'viewer' })).toMatchObject({
      body: { user: { user_id: 'ann' }, role: 'viewer' },
    });
    expect((await call(served, 'DELETE', '/backend/orgs/a/members/ann')).status).toBe(204);
    expect(await users('/orgs/a/members')).toEqual([]);
  });

  test('`items` without a type are a document where one of them is set', async () => {
    expect(await call(served, 'GET', '/backend/dns/settings')).toEqual({ status: 200, body: { zone: 'sea' } });
    await call(served, 'PUT', '/backend/dns/settings', { zone: 'pier' });
    expect(await call(served, 'GET', '/backend/dns/settings')).toEqual({ status: 200, body: { zone: 'pier' } });
  });

  test('one of what is listed under another path is one of these, and its id fits its pattern', async () => {
    const { body: made } = await call(served, 'POST', '/backend/v2/tags', { name: 'sea' });
    const id = String(asObject(made)['id']);
    expect(id).toMatch(/^tag_[0-9]{4}$/);
    expect(await call(served, 'GET', `/backend/v2/tag/${id}`)).toMatchObject({ status: 200, body: { name: 'sea' } });
  });
});
