import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Built } from '#codegen/built.ts';
import { junit, page, terminal } from '#codegen/conformance/report.ts';
import { tryContract } from '#codegen/conformance/run.ts';
import { buildResources } from '#codegen/model.ts';
import { type Contract, readContract } from '#codegen/read/contract.ts';
import { asArray, asObject, isObject, type JsonObject } from '#domain/json.ts';
import { SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { portOf } from '#tests/support/answers.ts';

const root = resolve(import.meta.dirname, '../..');

type Ran = { status: number; text: string; junit: string; html: string };

let contract: Contract;
let built: Built;
let server: TestServer;
let url = '';
let token = '';
let folder = '';
const opened: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-conformance-'));
  contract = await readContract(root, join(root, 'openapi/openapi.yaml'));
  built = buildResources(contract);
  server = await testServer({ seed: 'examples' });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ token } = await server.services.sessions.create(SUPER));
});
afterAll(async () => {
  for (const each of opened) each.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The command as it is given, with its report. */
function contractTest(at: string, ...args: string[]): Promise<Ran> {
  const out = join(folder, 'report');
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'codegen/commands/contract-test.ts'), at, '--out', out, ...args],
      { encoding: 'utf8', env: { ...process.env, TOKEN: token }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        const file = (name: string): string => readFileSync(join(out, name), 'utf8');
        done({ status: Number(error?.code ?? 0), text: stdout + stderr, junit: file('junit.xml'), html: file('report.html') });
      },
    );
  });
}

/** The same without another process. */
async function tried(
  at: string,
  more: { writes?: boolean; only: string },
): Promise<{ text: string; junit: string; html: string; left: readonly string[] }> {
  const backend = { url: at, headers: { authorization: `Bearer ${token}` }, query: {}, seconds: 10 };
  const outcome = await tryContract({ contract, built, backend, writes: false, isStopped: () => false, ...more });
  return { text: terminal(outcome), junit: junit(outcome), html: page(outcome), left: outcome.left };
}

type Broken = { status: number; headers: Record<string, string>; body: unknown };

/** Our own server with something wrong: `bend` gets every answer before it is passed on. */
async function bent(bend: (path: string, answer: Broken, method: string) => void, refused?: string): Promise<string> {
  const proxy = createServer((request, response) => {
    if (request.method === refused) return void response.writeHead(500).end();
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
      const headers = Object.fromEntries(
        ['authorization', 'content-type', 'if-match', 'accept'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const body = Buffer.concat(chunks);
      const given = await fetch(url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers,
        ...(body.length > 0 ? { body } : {}),
      });
      const text = await given.text();
      const type = given.headers.get('content-type') ?? '';
      const etag = given.headers.get('etag');
      const answer: Broken = {
        status: given.status,
        headers: { ...(type === '' ? {} : { 'content-type': type }), ...(etag === null ? {} : { etag }) },
        body: type.includes('json') && text !== '' ? JSON.parse(text) : text,
      };
      bend((request.url ?? '').split('?')[0] ?? '', answer, request.method ?? '');
      response.writeHead(answer.status, answer.headers);
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    })();
  });
  opened.push(proxy);
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${portOf(proxy)}`;
}

const tagsOf = async (): Promise<JsonObject[]> => {
  const { body } = await (await server.as(SUPER)).get('/api/v1/tags', { query: { limit: '1000' } });
  return asArray(body['results']).filter(isObject);
};

describe('npm run contract:test', () => {
  test('our own server is as the contract says, and was only read', async () => {
    const asked = new Set<string>();
    const through = await bent((_path, _answer, method) => void asked.add(method));
    const { text, status, junit: xml, html } = await contractTest(through);
    expect(text).not.toContain('FAIL');
    expect(status).toBe(0);
    expect([...asked]).toEqual(['GET']);
    const [, passed] = /(\d+) passed, 0 failed/.exec(text) ?? [];
    expect(Number(passed)).toBeGreaterThan(200);
    expect(xml).toMatch(/^<\?xml.*\n<testsuites name="WAN Console" tests="\d+" failures="0"/);
    expect(html).toContain('reads only');
  });

  test('what it makes it changes, removes, and leaves as it was', async () => {
    const before = await tagsOf();
    const { text, html } = await tried(url, { writes: true, only: 'Tag' });
    expect(text).not.toMatch(/FAIL|LEFT/);
    expect(text).toMatch(/passed/);
    expect(html).toContain('POST /api/v1/companies/{companyId}/tags (createCompanyTag)');
    expect(html).toContain('what was removed');
    expect(await tagsOf()).toEqual(before);
  });

  test.each<[string, string, (path: string, answer: Broken) => unknown, string]>([
    ['a wrong status', '/api/v1/tags', (_, answer) => answer.status === 200 && (answer.status = 418), 'answers 418'],
    ['a missing property', '/api/v1/tags', (_, answer) => Reflect.deleteProperty(asObject(answer.body), 'total'), '/total is missing'],
    ['a wrong type', '/api/v1/tags', (_, { body }) => void (asObject(body)['total'] = 'many'), '/total must be integer, and is "many"'],
    [
      'a value of no list',
      '/api/v1/tags',
      (_, { body }) => void (asObject(asArray(asObject(body)['results'])[0])['type'] = 'cloud'),
      '/results/0/type is "cloud"',
    ],
    [
      'another type of content',
      '/api/v1/tags',
      (_, { status, headers }) => status === 200 && (headers['content-type'] = 'text/html'),
      'is text/html; the contract says application/json',
    ],
    ['no JSON', '/api/v1/tags', (_, answer) => answer.status === 200 && (answer.body = '{'), 'says application/json, and is no JSON'],
    [
      'a missing ETag',
      '/api/v1/companies/c-acme/tags/t-hq',
      (_, { headers }) => Reflect.deleteProperty(headers, 'etag'),
      'has no header ETag',
    ],
    [
      'everybody let in',
      '/api/v1/tags',
      (_, answer) =>
        answer.status === 401 &&
        Object.assign(answer, { status: 200, headers: { 'content-type': 'application/json' }, body: { total: 0, results: [] } }),
      'without credentials it is refused',
    ],
  ])('%s is named where it is', async (_what, place, bend, sentence) => {
    const broken = await bent((path, answer) => {
      if (path === place) bend(path, answer);
    });
    const { text, junit: xml, html } = await tried(broken, { only: 'Tag' });
    for (const report of [text, xml.replaceAll('&quot;', '"'), html.replaceAll('&quot;', '"')]) expect(report).toContain(sentence);
    expect(text.split('\n').filter((line) => line.startsWith('FAIL'))).toHaveLength(1);
  });

  test('what cannot be removed again is named, and fails', async () => {
    const broken = await bent(() => {}, 'DELETE');
    const { text, left } = await tried(broken, { writes: true, only: 'companies/{companyId}/tags' });
    expect(left).toHaveLength(1);
    expect(text).toMatch(/LEFT \/api\/v1\/companies\/c-acme\/tags\//);
    for (const each of left) await (await server.as(SUPER)).delete(each, { ifMatch: '*' });
  });

  test('an address where nobody answers is one sentence', async () => {
    const { text, status } = await contractTest('http://127.0.0.1:9');
    expect(status).toBe(2);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).toContain('http://127.0.0.1:9/ does not answer');
  });
});
