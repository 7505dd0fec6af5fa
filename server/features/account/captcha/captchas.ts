import { randomInt, randomUUID } from 'node:crypto';

import { throttled } from '#server/features/account/attempts.ts';
import { drawText } from '#server/features/account/captcha/draw.ts';
import { glyphs } from '#server/features/account/captcha/glyphs.ts';
import { networkOf } from '#server/kernel/access/attempt-origin.ts';
import type { Store } from '#server/store/store.ts';

const CAPTCHA_SECONDS = 120;
const LENGTH = 5;
/** For one address, within a minute: a whole office logs in behind one, and drawing takes its time. */
const PER_MINUTE = 60;

/** Pictures to type off. Each is good for one try. */
export class Captchas {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async create(ip: string): Promise<{ id: string; image: string; expiresIn: number }> {
    const { ephemeral, clock } = this.#store;
    const { count, until } = await ephemeral.count('pictures', networkOf(ip), 1, 60_000);
    if (count > PER_MINUTE) throw throttled(until - clock.now());
    const signs = Object.keys(glyphs);
    const text = Array.from({ length: LENGTH }, () => signs[randomInt(signs.length)] ?? '').join('');
    const id = randomUUID();
    await ephemeral.put('captcha', id, text, CAPTCHA_SECONDS * 1000);
    return { id, image: drawText(text).toString('base64'), expiresIn: CAPTCHA_SECONDS };
  }

  /** Spends the picture, right or wrong. One that was never given out is as wrong. */
  async accepts(id: string | undefined, text: string | undefined): Promise<boolean> {
    const open = id === undefined ? undefined : await this.#store.ephemeral.take('captcha', id);
    return open !== undefined && text?.trim().toUpperCase() === open;
  }
}
