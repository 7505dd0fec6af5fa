import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

test('a panel stays at its button when the window changes, within the window, and opens above where below is no room', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto('/alarm');
  const button = page.getByRole('button', { name: 'Views', exact: true });
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.waitFor();
  const isAttached = async (): Promise<boolean[]> => {
    const [from, to, window] = [await boxOf(button), await boxOf(panel), page.viewportSize()];
    const gap = to.y >= from.y ? to.y - (from.y + from.height) : from.y - (to.y + to.height);
    return [
      Math.abs(gap - 4) < 2,
      to.x < from.x + from.width && to.x + to.width > from.x,
      to.x >= 0 && to.x + to.width <= (window?.width ?? 0) && to.y >= 0 && to.y + to.height <= (window?.height ?? 0),
    ];
  };
  expect(await isAttached()).toEqual([true, true, true]);
  await page.setViewportSize({ width: 1050, height: 700 });
  await expect.poll(isAttached).toEqual([true, true, true]);
  // no room below the button
  const { y, height } = await boxOf(button);
  await page.setViewportSize({ width: 1050, height: Math.ceil(y + height + 40) });
  await expect.poll(async () => (await boxOf(panel)).y + (await boxOf(panel)).height <= (page.viewportSize()?.height ?? 0)).toBe(true);
});
