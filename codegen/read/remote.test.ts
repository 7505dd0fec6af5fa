import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asArray, asObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { portOf } from '#tests/support/answers.ts';
import { bundleContract } from './bundle.ts';

let server: Server;
let other: Server;
let at = '';
let elsewhere = '';
let folder = '';
const asked: string[] = [];
let texts: Record<string, string> = {};

const listening = (): Server =>
  createServer((request, response) => {
    asked.push(request.url ?? '');
    const text = texts[request.url ?? ''];
    if (text?.startsWith('http')) return void response.writeHead(302, { location: text }).end();
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text ?? '');
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-remote-'));
  [server, other] = [listening(), listening()];
  for (const each of [server, other]) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done));
  [at, elsewhere] = [`http://127.0.0.1:${portOf(server)}`, `http://127.0.0.1:${portOf(other)}`];
});
afterAll(() => {
  server.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
  texts = {};
});

/** A contract whose answers are what the references stand for. */
const contract = (...references: string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Tides', version: '1' },
    paths: Object.fromEntries(
      references.map((reference, index) => [
        `/p${index}`,
        { get: { responses: { '200': { description: 'It', content: { 'application/json': { schema: { $ref: reference } } } } } } },
      ]),
    ),
  });

const bundled = async (file: string): Promise<{ schemas: Record<string, Json>; warnings: string[] }> => {
  const { document, warnings } = await bundleContract(file, { strict: false });
  return { schemas: asObject(asObject(document['components'])['schemas']), warnings };
};

test('files beside a contract on a server are read from there, each once, wherever the references lead', async () => {
  texts = {
    '/v2/openapi.yaml': contract('schemas/gauge.yaml', '/shared/Clock?v=2', 'schemas/gauge.yaml#/properties/depth'),
    '/v2/schemas/gauge.yaml': 'type: object\nproperties:\n  depth: { type: number }\n  site: { $ref: ../site.json }\n',
    '/v2/site.json': '{"type":"object","properties":{"town":{"type":"string"}}}',
    '/shared/Clock?v=2': 'type: object\nproperties: { zone: { type: string } }\n',
  };
  const { schemas, warnings } = await bundled(`${at}/v2/openapi.yaml`);
  expect(warnings).toEqual([]);
  expect(Object.values(schemas).flatMap((schema) => Object.keys(asObject(asObject(schema)['properties'])))).toEqual(
    expect.arrayContaining(['depth', 'site', 'town', 'zone']),
  );
  expect(asked.toSorted()).toEqual(Object.keys(texts).toSorted());
});

test('what cannot be had is said once, and the rest is read', async () => {
  writeFileSync(join(folder, 'private.yaml'), 'type: object\n');
  texts = {
    '/openapi.yaml': contract(
      'gone.yaml',
      'gone.yaml',
      `${elsewhere}/x.yaml`,
      `file://${folder}/private.yaml`,
      `${folder}/private.yaml`,
      'moved.yaml',
      'here.yaml',
    ),
    '/moved.yaml': `${elsewhere}/x.yaml`,
    '/x.yaml': 'type: object\n',
    '/here.yaml': 'type: object\nproperties: { here: { type: string } }\n',
  };
  const { schemas, warnings } = await bundled(`${at}/openapi.yaml`);
  expect(warnings.toSorted()).toEqual(
    [
      `not fetched: ${at}/gone.yaml answers 404; 2 references are left open`,
      `not fetched: ${elsewhere}/x.yaml stands on another server; 1 reference is left open`,
      `not fetched: file://${folder}/private.yaml is no file of that server; 1 reference is left open`,
      `not fetched: ${at}${folder}/private.yaml answers 404; 1 reference is left open`,
      `not fetched: ${at}/moved.yaml answers 302; 1 reference is left open`,
    ].toSorted(),
  );
  expect(asked).not.toContain('/x.yaml');
  expect(JSON.stringify(schemas)).toContain('here');
});

test('a file that is too large is left out', async () => {
  texts = { '/openapi.yaml': contract('large.yaml'), '/large.yaml': `description: ${'x'.repeat(33 * 1024 * 1024)}` };
  expect((await bundled(`${at}/openapi.yaml`)).warnings).toEqual([
    `not fetched: ${at}/large.yaml is larger than 32 MiB; 1 reference is left open`,
  ]);
});

test.each([
  ['an address that answers nothing', () => `${at}/none.yaml`, 'none.yaml answers 404'],
  ['an address where nobody is', () => 'http://127.0.0.1:9/openapi.yaml', 'http://127.0.0.1:9/openapi.yaml does not answer'],
])('%s is one sentence', async (_what, address, sentence) => {
  await expect(bundled(address())).rejects.toThrow(sentence);
});

test.each([
  [
    'Swagger 2.0 in one line',
    '{"info":{"title":"Old"},"paths":{},"swagger":"2.0"}',
    'is Swagger 2.0. Convert it first: npx swagger2openapi',
  ],
  ['Swagger 2.0 in YAML', 'info:\n  title: Old\n  version: "1"\npaths: {}\nswagger: "2.0"\n', 'is Swagger 2.0. Convert it first'],
  ['a number for the version', 'swagger: 2.0\npaths: {}\n', 'is Swagger 2.0. Convert it first'],
  ['an object that is none', '{"name":"package"}', 'This is no OpenAPI document.'],
  ['a text', 'only a text', 'This is no OpenAPI document.'],
  ['broken JSON', '{"openapi": "3.1.0",\n "paths": {', 'broken-JSON.json:2: This is neither YAML nor JSON: '],
])('%s is refused in one sentence', async (name, text, sentence) => {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.json`);
  writeFileSync(file, text);
  const error: unknown = await bundled(file).catch((thrown: unknown) => thrown);
  const message = error instanceof Error ? error.message : '';
  expect(message).toContain(sentence);
  expect(message.split('\n')).toHaveLength(1);
  expect(asArray(message.split(file))).toHaveLength(sentence.includes('swagger2openapi') || message.includes('swagger2openapi') ? 3 : 2);
});
