import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '#api/operation.ts';
import { loadModel } from '#api/model.ts';
import { neededCall, platformCall, platformQuery, platformSend } from '#api/platform-call.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const model = {
  base: '/backend',
  platform: {
    history: { id: 'readJournal', method: 'get', path: '/journal' },
    sessions: { id: 'openDoors', method: 'get', path: '/me/doors' },
    endSession: { id: 'closeDoor', method: 'delete', path: '/me/doors/{door}' },
  },
};
const asked: string[] = [];

beforeEach(async () => {
  stubBrowser();
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`);
    return Promise.resolve(Response.json(url.endsWith('/index.json') ? model : { results: [] }));
  });
  await loadModel();
  asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test('a part is asked for where the contract has it', async () => {
  const sessions = platformQuery<{ results: unknown[] }>('sessions');
  const { data }: Answer<{ results: unknown[] }> = await sessions.queryFn({ signal: new AbortController().signal });
  await platformSend('endSession', { path: { sessionId: 's 1' } });
  expect(data).toEqual({ results: [] });
  expect(asked).toEqual(['GET /backend/me/doors?locale=zh', 'DELETE /backend/me/doors/s%201?locale=zh']);
  expect(platformCall('history')).toEqual({ id: 'readJournal', method: 'get', path: '/journal' });
  await expect(neededCall('history')).resolves.toEqual({ method: 'get', path: '/backend/journal' });
});

test('a part that nobody plays is not asked for', async () => {
  expect(platformQuery('totp').enabled).toBe(false);
  await expect(platformSend('totp')).rejects.toMatchObject({ code: 'call.none' });
  await expect(neededCall('logIn')).rejects.toMatchObject({ code: 'call.none' });
  expect(asked).toEqual([]);
});
