import type { Page } from 'playwright-core';
import type { Mode } from '#domain/model.ts';
import { beginWith } from '#tests/support/session.ts';

type WorkPlace = { mode: Mode; username?: string; company?: { id: string; name: string; auditType: string } };

const huaxin = { id: 'c-huaxin', name: 'company', auditType: 'third' };

/** Where the operator works, as the switcher leaves it: the next full load of a page begins there. */
export async function workIn(page: Page, { mode, username = 'super@demo.example', company = huaxin }: WorkPlace): Promise<void> {
  const text = JSON.stringify({ mode, username, company, channel: { id: 'ch-north', name: '北方' } });
  if (page.url() === 'about:blank') {
    for (const storage of ['sessionStorage', 'localStorage'] as const) await beginWith(page, storage, { 'wan.context': text });
    return;
  }
  await page.evaluate((context) => {
    sessionStorage.setItem('wan.context', context);
    localStorage.setItem('wan.context', context);
  }, text);
}

/** To another page of the console without loading it anew, as a link of the menu leads there. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}
