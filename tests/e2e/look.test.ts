import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ContactSheet } from '#tests/support/contact-sheet.ts';
import { thorough } from '#tests/support/effort.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

/** CONTACT_SHEET=folder npm run e2e -- look    keeps a picture of each, for people to look at */
const { enter } = stage();

type Look = { width: number; height: number; language: 'zh' | 'en'; dark: boolean };

/** Every page in one of these, by night in each; each size in both languages and both themes. */
const even: Look[] = [
  { width: 1440, height: 900, language: 'zh', dark: false },
  { width: 1024, height: 768, language: 'en', dark: false },
  { width: 390, height: 844, language: 'zh', dark: true },
];
const odd: Look[] = [
  { width: 1440, height: 900, language: 'en', dark: true },
  { width: 1024, height: 768, language: 'zh', dark: true },
  { width: 390, height: 844, language: 'en', dark: false },
];
const evenPages = ['/tag', '/device', '/alarm', '/addressSet', '/site?view=s-huaxin-001'];
const oddPages = [
  '/site',
  '/advancedFirewall',
  '/roleManage',
  '/site/new?start=officeNetwork',
  '/device?new=1',
  '/tag?keyword=nothing-is-called-so',
];

const nameOf = ({ width, language, dark }: Look): string => `${width}-${language}-${dark ? 'dark' : 'light'}`;

/** Those in a language of which it is a page's turn; the log-in page is seen in all. */
function looksOf(path: string, looks: readonly Look[], language: Look['language']): Look[] {
  const turn = [...evenPages, ...oddPages].indexOf(path);
  return looks.filter((each, index) => each.language === language && (thorough || turn < 0 || index === turn % looks.length));
}

test.each(['zh', 'en'] as const)('pages in %s, at every size and in either theme', async (language) => {
  const { page } = await enter({ language });
  /** A window that is made narrower, and a room that gets dark: a page that stands looks as one that is opened so. */
  async function lookAt(path: string, looks: readonly Look[]): Promise<void> {
    await settled(page);
    for (const look of looks) {
      await page.setViewportSize(look);
      await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' });
      await page.locator(`html[data-theme="${look.dark ? 'dark' : 'light'}"]`).waitFor();
      await settled(page);
      await expectFit(page, path, look, nameOf(look));
    }
  }
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').waitFor();
  await lookAt('/login', looksOf('/login', [...even, ...odd], language));
  await logIn(page);
  for (const path of [...evenPages, ...oddPages]) {
    const looks = looksOf(path, evenPages.includes(path) ? even : odd, language);
    if (looks.length === 0) continue;
    await page.setViewportSize({ width: 1440, height: 900 });
    await follow(page, path);
    await page.waitForFunction((to) => location.pathname + location.search === to, path);
    await page.getByRole('table').first().or(page.getByRole('dialog')).or(page.getByRole('region')).first().waitFor();
    if (path.includes('view=')) await page.getByRole('dialog').getByRole('tabpanel').locator('dt').first().waitFor();
    if (path.includes('new=1')) await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await lookAt(path, looks);
  }
});

/** An hour in which nothing was read for ten minutes. */
const HOUR = { from: '2026-03-02T02:00:00.000Z', to: '2026-03-02T03:00:00.000Z' };
const GAP = { from: '2026-03-02T02:20:00Z', to: '2026-03-02T02:30:00Z', reason: 'silent' };
type Measured = { series: { values: (number | null)[]; gaps?: object[] }[] };

test.each([
  { look: { width: 1440, height: 900, language: 'zh', dark: false }, title: '站点带宽', table: '表格', gap: '数据缺口' },
  { look: { width: 390, height: 844, language: 'en', dark: true }, title: 'Bandwidth of sites', table: 'Table', gap: 'Gaps' },
] as const)('charts at $look.width: lines in the colours of their legend, one of them alone, and where nothing was read', async (at) => {
  const { look, title, table } = at;
  const { page } = await enter(look);
  await page.route(/monitor\/networkBandwidth/, async (route) => {
    const answer = await route.fetch();
    const body: Measured = await answer.json();
    const series = body.series.map((each) => ({
      ...each,
      values: each.values.map((value, index) => (index >= 40 && index < 60 ? null : value)),
      gaps: [GAP],
    }));
    await route.fulfill({ response: answer, json: { ...body, series } });
  });
  await signIn(page, 'company@demo.example');
  await page.goto(`/deviceStatus?from=${HOUR.from}&to=${HOUR.to}&q.raw=true`);
  const panel = page.getByRole('region', { name: title, exact: true }).first();
  await panel.locator('canvas').first().waitFor({ timeout: 60_000 });
  await settled(page);
  await expectFit(page, '/deviceStatus', look, nameOf(look));

  const legend = panel.locator('.chart-legend button');
  const colours = await legend.locator('.chart-key').evaluateAll((keys) => keys.map((key) => getComputedStyle(key).backgroundColor));
  expect(new Set(colours).size).toBe(await legend.count());
  /** How many points have the colour of each line: in the whole picture, and in the middle of what was not read. */
  const drawn = (): Promise<{ all: number[]; inGap: number[] }> => panel.locator('canvas').first().evaluate(pointsOf, colours);
  const { all, inGap } = await drawn();
  expect(all.length).toBeGreaterThan(1);
  for (const count of all) expect(count).toBeGreaterThan(100);
  expect(inGap).toEqual(all.map(() => 0));
  // it is said beside the picture, with its reason and its time
  await panel
    .getByRole('list', { name: at.gap })
    .getByText(/:20 – .*:30/)
    .waitFor();

  await legend.nth(1).click();
  await expect.poll(async () => (await drawn()).all.map((count) => count > 100)).toEqual(all.map((_, index) => index === 1));
  await panel.getByRole('button', { name: table, exact: true }).first().click();
  const cells = panel.locator('.chart-table tbody tr td');
  const values = await cells.allTextContents();
  expect(values).toHaveLength(120);
  expect(values.flatMap((text, index) => (text.startsWith('–') ? [index] : []))).toEqual(
    Array.from({ length: 20 }, (_, index) => 40 + index),
  );
  await expectFit(page, '/deviceStatus?table', look, nameOf(look));
});

/** Runs in the page: points of a picture in these colours, and those of them a little before its middle. */
function pointsOf(canvas: HTMLElement | SVGElement, colours: readonly string[]): { all: number[]; inGap: number[] } {
  const picture = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
  if (!picture) throw new Error('It is not drawn.');
  const { width, height } = picture.canvas;
  const { data } = picture.getImageData(0, 0, width, height);
  const wanted = colours.map((colour) => (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  const all = wanted.map(() => 0);
  const inGap = wanted.map(() => 0);
  for (let at = 0; at < data.length; at += 4) {
    const line = wanted.findIndex((colour) => colour.every((part, index) => part === data[at + index]));
    if (line < 0) continue;
    all[line] = (all[line] ?? 0) + 1;
    const part = ((at / 4) % width) / width;
    if (part > 0.45 && part < 0.5) inGap[line] = (inGap[line] ?? 0) + 1;
  }
  return { all, inGap };
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .rt-skeleton') === null);
  await page.evaluate(() => document.fonts.ready);
}

/** In which of its looks the frame was looked at. */
const framed = new Set<string>();

async function expectFit(page: Page, path: string, { language }: Look, name: string): Promise<void> {
  await ContactSheet.ifWanted(page)?.take(`${path.slice(1)} ${name}`);
  const seen = await page.evaluate(look, language);
  expect.soft({ path, ...seen }).toEqual({ path, lang: language, theme: name.split('-')[2], overflow: [], untranslated: [], unnamed: [] });
  // the frame around the pages is the same on each
  const isFramed = path !== '/login';
  await expectAccessible(page, isFramed && framed.has(name) ? 'main, dialog[open], [role="dialog"]' : undefined);
  if (isFramed) framed.add(name);
}

/** Runs in the page: what is wrong with what one sees. */
function look(language: 'zh' | 'en') {
  const root = document.documentElement;
  const wide = [root, ...document.querySelectorAll('main, .drawer-body, [role="dialog"]')].filter(
    (element) => element.scrollWidth > element.clientWidth + 1,
  );
  const named = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`;
  const words = [
    ...document.querySelectorAll('label, th, dt, legend, h1, h2, h3, h4, button, summary, [role="tab"], nav a, main p, .wf-help'),
  ]
    // names of companies and people are data, and so are examples of what to type
    .filter(
      (element) =>
        element.checkVisibility() && element.closest('[lang]') === root && element.closest('.scope-button, .avatar-button') === null,
    )
    .map((element) => (element.textContent ?? '').trim())
    .concat(
      [...document.querySelectorAll('[placeholder]')]
        .map((element) => element.getAttribute('placeholder') ?? '')
        .filter((text) => !text.includes('@')),
    );
  const chinese = /\p{Script=Han}/u;
  // a whole word in small letters; abbreviations and names such as IPsec or Wi-Fi are the same in both languages
  const english = /\b[A-Z]?[a-z]{3,}\b/;
  const key = /^(\w+:)?[a-z]\w*(\.[A-Za-z]\w*)+$|\b(resource|form|shell|widgets|errors|validation):\w|\{\{/;
  const isForeign = (text: string): boolean => (language === 'zh' ? english.test(text) && !chinese.test(text) : chinese.test(text));
  const unnamed = [...document.querySelectorAll('button, a[href], input:not([type="hidden"]), select, textarea, [role="combobox"]')]
    .filter((element) => element.checkVisibility())
    .filter(
      (element) =>
        (element.textContent ?? '').trim() === '' &&
        !['aria-label', 'aria-labelledby', 'title'].some((attribute) => element.getAttribute(attribute)) &&
        ((element as HTMLInputElement).labels?.length ?? 0) === 0,
    )
    .map((element) => element.outerHTML.slice(0, 120));
  return {
    lang: root.lang,
    theme: root.dataset['theme'],
    overflow: wide.map(named),
    untranslated: [...new Set(words.filter((text) => text !== '' && (key.test(text) || isForeign(text))))],
    unnamed,
  };
}
