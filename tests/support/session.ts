import type { Page } from 'playwright-core';
import { encodePassword } from '#api/password.ts';
import type { Session } from '#api/token.ts';

/** Of pages that have not loaded anything yet. */
const prepared = new WeakMap<Page, string>();

/**
 * A session as the log-in page leaves it, without that page: the first address that is opened finds it. For tests that
 * are about something else; what is typed and answered at a log-in is `logIn`.
 */
export async function signIn(page: Page, username = 'super@demo.example', password = 'Demo1234'): Promise<void> {
  const answer = await page.request.post('/api/v2/tokens', { data: { username, password: await encodePassword(username, password) } });
  if (answer.status() !== 201) throw new Error(`${username} is not logged in: ${answer.status()} ${await answer.text()}`);
  await holdSession(page, username, await answer.json());
}

type Granted = { token: string; refreshToken: string; expiresIn: number };

/** The same of a session that was granted elsewhere: to an account without a password. */
export async function holdSession(page: Page, username: string, { token, refreshToken, expiresIn }: Granted): Promise<void> {
  const lifetime = expiresIn * 1000;
  const session: Session = { token, refreshToken, username, expiresAt: Date.now() + lifetime, lifetime, remember: false };
  prepared.set(page, token);
  await beginWith(page, 'sessionStorage', { 'wan.session': JSON.stringify(session) });
}

/** The token that the page holds, or will hold. */
export async function tokenOf(page: Page): Promise<string> {
  if (page.url() === 'about:blank') return prepared.get(page) ?? '';
  return page.evaluate(() => {
    const kept: { token?: string } = JSON.parse(sessionStorage.getItem('wan.session') ?? localStorage.getItem('wan.session') ?? '{}');
    return kept.token ?? '';
  });
}

/** What the page's storage holds when its first address opens: once, so that what the page removes stays away. */
export async function beginWith(page: Page, storage: 'sessionStorage' | 'localStorage', entries: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ([where, all, mark]) => {
      if (sessionStorage.getItem(mark) !== null) return;
      sessionStorage.setItem(mark, '');
      for (const [key, value] of Object.entries(all)) window[where].setItem(key, value);
    },
    [storage, entries, `test.${storage}.${Object.keys(entries).join()}`] as const,
  );
}
