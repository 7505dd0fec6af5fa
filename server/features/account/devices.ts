import { texts } from '#domain/json.ts';
import { randomBytes } from 'node:crypto';

import { hashOf } from '#server/kernel/access/codes.ts';
import type { Ephemeral } from '#server/store/platform/ephemeral.ts';

const KIND = 'device';
const KEPT_S = 180 * 24 * 60 * 60;
const KEPT_MS = KEPT_S * 1000;
/** Accounts that one browser is known for; the first is forgotten for the next. */
const ACCOUNTS = 10;
const COOKIE = 'wan-device';
const TOKEN = /(?:^|;\s*)wan-device=([\w-]{43})(?:;|$)/;

/**
 * Browsers in which somebody logged in before, by a cookie that only the log-in sees. It opens nothing: guesses from such a browser
 * are counted apart, so that strangers who guess do not shut out whom the account belongs to.
 */
export class Devices {
  readonly #kept: Ephemeral;
  readonly #path: string;

  /** `path`: that of the log-in, which alone is sent the cookie. */
  constructor(kept: Ephemeral, path: string) {
    this.#kept = kept;
    this.#path = path;
  }

  /** The browser's token, if the account was logged in there. */
  async knownFor(account: string, cookie: string | undefined): Promise<string | undefined> {
    const token = TOKEN.exec(cookie ?? '')?.[1];
    if (token === undefined) return undefined;
    const accounts = texts(await this.#kept.get(KIND, hashOf(token)));
    return accounts.includes(account) ? token : undefined;
  }

  /** Knows the browser from now on; answers the cookie that it keeps. A token that was not given out is never taken over. */
  async remember(account: string, cookie: string | undefined, secure: boolean): Promise<string> {
    const brought = TOKEN.exec(cookie ?? '')?.[1];
    const before = brought === undefined ? undefined : await this.#kept.get(KIND, hashOf(brought));
    const token = before && brought !== undefined ? brought : randomBytes(32).toString('base64url');
    const accounts = [...texts(before).filter((each) => each !== account), account].slice(-ACCOUNTS);
    await this.#kept.put(KIND, hashOf(token), accounts, KEPT_MS);
    return `${COOKIE}=${token}; Path=${this.#path}; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  }
}
