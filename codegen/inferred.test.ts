import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { generate } from './generate.ts';
import { buildPages } from './navigation.ts';

const root = resolve(import.meta.dirname, '..');
const text: Json = { type: 'string' };
const object = (properties: Record<string, Json>, ...required: string[]): Json => ({ type: 'object', properties, required });
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json): Json => ({ 200: { description: 'It', ...Object(json(schema)) } });

/** What is made of somebody else's contract with these paths and schemas. */
async function made(paths: Record<string, Json>, schemas: Record<string, Json> = {}): ReturnType<typeof generate> {
  const folder = mkdtempSync(join(tmpdir(), 'navigation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Theirs', version: '1' }, paths, components: { schemas } }));
  return generate(root, file);
}

function setting(name: string, tag = name): [string, Json] {
  const $ref = `#/components/schemas/${name}`;
  const get = { tags: [tag], operationId: `read${name}`, responses: answers({ $ref }) };
  const put = { tags: [tag], operationId: `write${name}`, requestBody: json({ $ref }), responses: answers({ $ref }) };
  return [`/${name}`, { get, put }];
}

test('settings that are chapters of their own stand in one, where there are several, and none is called a setting', async () => {
  const names = ['SettingNtp', 'SettingSnmp', 'SettingTeleport'];
  const schemas = Object.fromEntries([...names, 'Mail'].map((name) => [name, object({ host: text })]));
  const pages = async (...settings: [string, Json][]): Promise<string[]> => {
    const { built } = await made(Object.fromEntries(settings), schemas);
    return buildPages({ navigation: undefined, permissions: [] }, built).routes.map(({ group, title }) => `${group}: ${title?.en}`);
  };
  expect(await pages(...names.map((name) => setting(name)))).toEqual(['settings: NTP', 'settings: SNMP', 'settings: Teleport']);
  expect(await pages(setting('SettingNtp'), setting('Mail', 'Post'))).toEqual(['setting-ntp: NTP', 'post: Mail']);
});

test('what other things in a row are called is said with whose it is', async () => {
  const plan = object({ id: text, name: text }, 'id', 'name');
  const row = object({ id: text, name: text, plan }, 'plan');
  const { built } = await made({ '/items': { get: { responses: answers({ type: 'array', items: row }) } } });
  const [item] = built.resources;
  expect(item?.resource.columns).toEqual(['name', 'plan.name']);
  expect(item?.labels.en.fields['plan.name']).toBe('Plan name');
});

test('the client that OAuth knows is none of ours', async () => {
  const list = (row: Json): Json => ({ get: { responses: answers({ type: 'array', items: row }) } });
  const { output } = await made({
    '/clients': list(object({ id: text, name: text })),
    '/sessions': list(object({ id: text, client_id: text })),
    '/applications': list(object({ id: text, client_id: text, client_secret: text })),
  });
  expect(output.get('report.json')).toContain('Session.client_id refers to Client');
  expect(output.get('report.json')).not.toContain('Application.client_id');
});

test('what is said to be an identifier refers to what it is called after', async () => {
  const list = (row: Json): Json => ({ get: { responses: answers({ type: 'array', items: row }) } });
  const peer = (description: string): Json => ({ type: 'string', description });
  const { output } = await made({
    '/peers': list(object({ id: text, name: text })),
    '/routes': list(object({ id: text, peer: peer('Peer Identifier associated with the route. Not with a group.') })),
    '/notes': list(object({ id: text, peer: peer('Whom it is about. An id is not needed.') })),
  });
  expect(output.get('report.json')).toContain('Route.peer refers to Peer');
  expect(output.get('report.json')).not.toContain('Note.peer');
});

test('what a GET that is done to a row answers is shown', async () => {
  const row = object({ id: text, name: text });
  const { built } = await made({
    '/invoices': { get: { responses: answers({ type: 'array', items: row }) } },
    '/invoices/{id}/pdf': { get: { operationId: 'pdf', responses: answers(object({ url: text })) } },
  });
  expect(built.resources[0]?.resource.operations.actions).toMatchObject([{ id: 'pdf', method: 'get', once: true }]);
});

test('what says how much an answer holds is no filter of its list, and what widens its rows is one', async () => {
  const flag = (name: string): Json => ({ name, in: 'query', schema: { type: 'boolean' } });
  const row = object({ id: text, members_count: { type: 'integer' } });
  const parameters = ['include_members_count', 'include_deleted', 'verbose'].map(flag);
  const { built } = await made({ '/teams': { get: { parameters, responses: answers({ type: 'array', items: row }) } } });
  expect(built.resources[0]?.resource.filters).toEqual(['include_deleted']);
});

test('rows that are only counted are told by several properties, and rows that something is done to by their id', async () => {
  const row = object({ user_id: text, day: text, hits: { type: 'integer' } }, 'user_id', 'day', 'hits');
  const list: Json = { get: { responses: answers({ type: 'array', items: row }) } };
  const gone: Json = { delete: { responses: { 204: { description: 'Gone' } } } };
  const { built } = await made({ '/visits': list, '/counts': list, '/counts/{id}': gone });
  expect(built.resources.map(({ resource }) => [resource.name, resource.key])).toEqual([
    ['Visit', ['user_id', 'day']],
    ['Count', undefined],
  ]);
});
