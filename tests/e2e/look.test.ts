import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

/** Where the pictures of the last run are, for people to look at. */
const pictures = join(tmpdir(), 'wan-console-look');
mkdirSync(pictures, { recursive: true });

type Look = { width: number; height: number; language: 'zh' | 'en'; dark: boolean };

/** Every page in every size, each in both languages and both themes. */
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
const cases = [...even.map((look) => ({ look, paths: evenPages })), ...odd.map((look) => ({ look, paths: oddPages }))];

test.each(cases.map((each) => [nameOf(each.look), each] as const))('pages at %s', async (name, { look, paths }) => {
  const { page } = await enter(look);
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').waitFor();
  await settled(page);
  await expectFit(page, '/login', look, name);
  await logIn(page);
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('table').first().or(page.getByRole('dialog')).or(page.getByRole('region')).first().waitFor();
    if (path.includes('view=')) await page.getByRole('dialog').getByRole('tabpanel').locator('dt').first().waitFor();
    if (path.includes('new=1')) await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await settled(page);
    await expectFit(page, path, look, name);
  }
});

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .rt-skeleton') === null);
  await page.evaluate(() => document.fonts.ready);
}

async function expectFit(page: Page, path: string, { language }: Look, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures, `${path.slice(1).replaceAll(/\W+/g, '-')}-${name}.png`) });
  const seen = await page.evaluate(look, language);
  expect.soft({ path, ...seen }).toEqual({ path, lang: language, theme: name.split('-')[2], overflow: [], untranslated: [], unnamed: [] });
  await expectAccessible(page);
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
