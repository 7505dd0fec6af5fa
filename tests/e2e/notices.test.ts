import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

/** Names of the buttons that something lies upon, where the page is scrolled to. */
async function covered(buttons: Locator): Promise<string[]> {
  await buttons.first().waitFor();
  return buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const places = [left + 2, (left + right) / 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
      const free = places.every((place) => place !== null && (button.contains(place) || place.contains(button)));
      return free ? [] : [button.getAttribute('aria-label') ?? button.textContent];
    }),
  );
}

/** A success, an undoable success and an error. */
async function causeThree(page: Page): Promise<void> {
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('switch') });
  const notices = page.getByRole('region', { name: 'Notices' });
  await rows.nth(1).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await notices.getByRole('status').first().waitFor();
  await rows.nth(0).getByRole('switch').click();
  await notices.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await page.route('**/api/v1/**', (route) =>
    ['PUT', 'POST'].includes(route.request().method())
      ? route.fulfill({ status: 409, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  await rows.nth(1).getByRole('switch').click();
  await notices.getByRole('alert').waitFor();
  expect(await notices.getByRole('button', { name: 'Close' }).count()).toBe(3);
}

test('notices lie on no button of the page, its pager or a form', async () => {
  const { page } = await enter();
  // they stay for as long as this looks at them
  await page.addInitScript(() => {
    const later = window.setTimeout;
    Object.assign(window, { setTimeout: (run: () => void, delay = 0) => later(run, delay === 5000 || delay === 30_000 ? 1e9 : delay) });
  });
  await signIn(page, 'company@demo.example');
  await page.goto('/snat');
  await causeThree(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    expect([width, await covered(page.locator('main .rp-head button'))]).toEqual([width, []]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect([width, await covered(page.locator('main .rt-pager').locator('button, input, select'))]).toEqual([width, []]);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^Create/ });
    await form.locator('.wf-footer button').first().waitFor();
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    expect([width, await covered(form.locator('.wf-footer button, .drawer-close'))]).toEqual([width, []]);
    await form.getByRole('button', { name: 'Close', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  }
});
