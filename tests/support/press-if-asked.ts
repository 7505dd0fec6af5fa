import type { Locator } from 'playwright-core';

/** Presses a button if it is offered before the work is done. To look for it any longer would cost the page more than what it does. */
export async function pressIfAsked<T>(button: Locator, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const pressed = button.click({ signal: over.signal }).catch(() => undefined);
  try {
    return await work;
  } finally {
    over.abort();
    await pressed;
  }
}
