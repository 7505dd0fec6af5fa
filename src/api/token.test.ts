import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSession, readSession, writeSession } from '#api/token.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const session = { token: 't1', refreshToken: 'r1', username: 'a@b.example', expiresAt: 9, lifetime: 9, remember: false };
const heard: string[] = [];
let stop = (): void => {};
let twin: BroadcastChannel;

beforeEach(() => {
  stubBrowser();
  heard.length = 0;
  twin = new BroadcastChannel('wan.session');
  stop = onSession((where) => heard.push(where));
  writeSession(session);
});
afterEach(() => {
  stop();
  twin.close();
});

test('a duplicated tab that renews or ends the session does so here too', async () => {
  twin.postMessage({ of: 't1', next: { ...session, token: 't2' } });
  await vi.waitFor(() => expect(readSession()?.token).toBe('t2'));
  twin.postMessage({ of: 't2' });
  await vi.waitFor(() => expect(readSession()).toBeUndefined());
  expect(heard).toEqual(['here', 'elsewhere', 'elsewhere']);
});

test('what happens to another session is no news', async () => {
  twin.postMessage({ of: 'somebody else' });
  twin.postMessage({ of: 't1', next: { ...session, token: 't3' } });
  await vi.waitFor(() => expect(readSession()?.token).toBe('t3'));
});
