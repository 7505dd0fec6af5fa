import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 20_000 };
type Alert = { alertId: string; code: string; severity: string; suppressedBy?: string };

/** How often a tone began, on this page. */
async function counted(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    Object.defineProperty(AudioContext.prototype, 'createOscillator', {
      value(this: AudioContext) {
        heard.push(this.currentTime);
        return new OscillatorNode(this);
      },
    });
  });
}
const heard = (page: Page): Promise<number[]> => page.evaluate('window.heard');

/** An alarm that begins to ask for attention: what explained it is over. */
async function news(page: Page): Promise<void> {
  const { result } = await callApi<{ result: Alert[] }>(
    page,
    'GET',
    `/api/v1/mgr/alerts?companyId=c-huaxin&limit=1000&status=firing&attention=suppressed`,
  );
  // the device explains the circuit, and that is explained by nothing else
  const { suppressedBy } = there(result.find(({ code }) => code === 'link.down'));
  await callApi(page, 'POST', `/api/v1/mgr/alerts/${suppressedBy ?? ''}/resolve`);
}

const cases = [
  [
    'en',
    {
      menu: 'Alarm menu',
      open: 'Sound…',
      title: 'Alarm sound',
      off: 'No alarm sounds.',
      close: 'Close',
      blocked: /Alarms are silent: the browser/,
    },
  ],
  [
    'zh',
    { menu: '告警菜单', open: '提示音…', title: '告警提示音', off: '所有级别均不播放提示音。', close: '关闭', blocked: /告警提示音未播放/ },
  ],
] as const;

/** The same code with other words: by night in both languages. */
test.each(cases.filter(([language]) => thorough || language === 'en'))(
  'alarms sound for who switched it on, and say why where the browser is silent (%s)',
  async (language, words) => {
    const { page } = await enter({ language });
    await counted(page);
    await signIn(page, 'company@demo.example');
    await callApi(page, 'PUT', '/api/v1/preferences/alarm.sound', { value: {} });
    // it comes once the page has nothing else to do
    const loaded = page.waitForResponse(/alarm-sound-.*\.js$/);
    await page.goto('/site');
    await page.getByRole('button', { name: words.menu }).click();
    await page.getByRole('menuitem', { name: words.open }).click();
    const dialog = page.getByRole('dialog', { name: words.title });
    // off until somebody says otherwise
    await dialog.getByText(words.off).waitFor();
    expect(await dialog.getByRole('switch', { checked: true }).count()).toBe(0);
    expect(await heard(page)).toEqual([]);
    for (const index of [0, 1, 2]) await dialog.getByRole('switch').nth(index).click();
    // each is heard when it is chosen
    await expect.poll(async () => (await heard(page)).length, patient).toBe(6);
    await dialog.getByRole('button', { name: words.close, exact: true }).last().click();
    await loaded;
    // until it listens
    await page.waitForTimeout(2000);
    const before = (await heard(page)).length;
    await news(page);
    await expect.poll(async () => (await heard(page)).length, patient).toBeGreaterThan(before);

    // the choice is the account's, and a page that nobody has touched yet may not sound
    const other = await enter({ language });
    await counted(other.page);
    await signIn(other.page, 'company@demo.example');
    // what drives the page counts as somebody's touch
    await other.page.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false, isActive: false } }),
    );
    const asked = other.page.waitForResponse(
      (response) => response.url().includes('preferences') && response.url().includes('alarm.sound'),
    );
    await other.page.goto('/site');
    await other.page.getByRole('button', { name: words.menu }).waitFor();
    await asked;
    // until it listens
    await other.page.waitForTimeout(2000);
    await news(page);
    await other.page.getByText(words.blocked).waitFor(patient);
    expect(await heard(other.page)).toEqual([]);

    // off again
    await page.getByRole('button', { name: words.menu }).click();
    await page.getByRole('menuitem', { name: words.open }).click();
    for (const index of [0, 1, 2]) await dialog.getByRole('switch').nth(index).click();
    await dialog.getByText(words.off).waitFor();
  },
);
