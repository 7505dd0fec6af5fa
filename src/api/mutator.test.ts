import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Model, Operation } from '#domain/model.ts';
import { loadModel, rereadModel } from '#api/model.ts';
import { isPlayed } from '#api/mutator.ts';
import { query } from '#api/operation.ts';
import { listHistory } from '#generated/client/history.ts';
import { undoRequest } from '#generated/client/platform.ts';
import { endSession, getGetTotpQueryOptions, getListSessionsQueryOptions, listSessions } from '#generated/client/session.ts';
import { createToken, getUser } from '#generated/client/start.ts';
import { updateTag } from '#generated/client/configuration.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { model as own, modelOperations } from '#tests/support/model.ts';

const foreign = {
  base: '/backend',
  platform: {
    history: { id: 'readJournal', method: 'get', path: '/journal' },
    sessions: { id: 'openDoors', method: 'get', path: '/me/doors' },
    endSession: { id: 'closeDoor', method: 'delete', path: '/me/doors/{door}' },
    user: { id: 'whoIs', method: 'get', path: '/people/{who}' },
  },
};
const asked: { line: string; headers: Headers }[] = [];
let served: object = foreign;

beforeEach(async () => {
  stubBrowser();
  vi.stubGlobal('fetch', (url: string, { method = 'GET', headers }: RequestInit = {}) => {
    if (url.endsWith('/index.json')) return Promise.resolve(Response.json(served));
    asked.push({ line: `${method} ${url}`, headers: new Headers(headers) });
    return Promise.resolve(Response.json({ results: [] }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

const lines = (): string[] => asked.map(({ line }) => line);

async function serve(model: object): Promise<void> {
  served = model;
  await loadModel();
  await rereadModel();
}

test('a part is played where the contract at hand has it, its parameters by their order', async () => {
  await serve(foreign);
  const { data } = await listSessions();
  await endSession('s 1');
  await getUser('li@demo.example', { page: 'login' });
  expect(data).toEqual({ results: [] });
  expect(lines()).toEqual([
    'GET /backend/me/doors?locale=zh',
    'DELETE /backend/me/doors/s%201?locale=zh',
    'GET /backend/people/li%40demo.example?page=login&locale=zh',
  ]);
  expect(getListSessionsQueryOptions().queryKey).toEqual(['/me/doors']);
  expect(isPlayed('history')).toBe(true);
});

test('a part that nobody plays is not asked for', async () => {
  await serve(foreign);
  expect(getGetTotpQueryOptions().enabled).toBe(false);
  expect(isPlayed('undo')).toBe(false);
  await expect(undoRequest({ requestId: 'r' })).rejects.toMatchObject({ code: 'call.none' });
  await expect(createToken({ username: 'u', password: 'p' })).rejects.toMatchObject({ code: 'call.none' });
  expect(lines()).toEqual([]);
});

test('what the caller says of an enabled query is left as it is', async () => {
  await serve(foreign);
  expect(getListSessionsQueryOptions().enabled).toBeUndefined();
  expect(getListSessionsQueryOptions({ query: { enabled: false } }).enabled).toBe(false);
});

test('the revision that is changed goes along as a header, the type of the body as its own', async () => {
  await serve(own);
  await updateTag('t-1', { name: 'core', type: 'site' }, { 'If-Match': '"7"' });
  await listHistory({ resource: 'Tag', id: 't-1' });
  expect(lines()).toEqual(['PUT /api/v1/tags/t-1?locale=zh', 'GET /api/v1/history?resource=Tag&id=t-1&locale=zh']);
  expect(asked[0]?.headers.get('if-match')).toBe('"7"');
  expect(asked[0]?.headers.get('content-type')).toBe('application/json');
  expect(asked[1]?.headers.has('content-type')).toBe(false);
});

type Options = (...args: unknown[]) => { queryKey: readonly unknown[] };

/** Every options function of the generated modules, by its name. */
async function generatedOptions(): Promise<Map<string, Options>> {
  const folder = join(import.meta.dirname, '../../generated/client');
  const names = readdirSync(folder).filter((name) => name !== 'types.ts');
  const modules = await Promise.all(names.map((name): Promise<Record<string, Options>> => import(join(folder, name))));
  return new Map(modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('QueryOptions'))));
}

test('a query has the key that the renderer gives the same call, so that both read one cache', async () => {
  await serve(own satisfies Model);
  const made = await generatedOptions();
  const before = /^(getCaptcha|getLoginSettings|getUser)$/;
  const queries = modelOperations().filter(({ id, method }) => method === 'get' && !before.test(id));
  const pathOf = ({ pathParams }: Operation) => Object.fromEntries(pathParams.map(({ name }, index) => [name, `${name} /${index}`]));
  const different = queries.flatMap((operation) => {
    const options = made.get(`get${operation.id[0]?.toUpperCase()}${operation.id.slice(1)}QueryOptions`);
    if (!options) return [`${operation.id} has no options`];
    const path = pathOf(operation);
    const inOrder = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => path[name]);
    const asks = operation.query.length > 0 ? [undefined, { [operation.query[0]?.name ?? '']: 'x y' }] : [undefined];
    return asks.flatMap((asked) => {
      const ours = JSON.stringify(query(operation, { path, query: asked }).queryKey);
      const theirs = JSON.stringify(options(...inOrder, ...(asked ? [asked] : [])).queryKey);
      return ours === theirs ? [] : [`${operation.id}: ${ours} is not ${theirs}`];
    });
  });
  expect(different).toEqual([]);
  expect(queries.length).toBeGreaterThan(200);
});
