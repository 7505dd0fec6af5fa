import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { there } from '#tests/support/answers.ts';
import { painted, unpainted } from '#tests/support/painting.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Visitor = { page: Page; context: BrowserContext; problems: string[]; close: () => Promise<void> };

export type VisitorOptions = { url: string; language?: 'zh' | 'en'; width?: number; height?: number; dark?: boolean };

/** A person at a browser of their own: fresh storage, and every console error, page error and refused resource noted. */
export async function visit(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const context = await contextFor(browser, options);
  return visitorIn(await context.newPage(), () => context.close());
}

const left = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/**
 * The same for one visitor after another: who comes when somebody has left finds nothing of his but the scripts that the
 * browser knows, in another file, too. To fetch, read and compile them is half of the time of a page.
 */
export async function nextVisit(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const kinds = left.get(browser) ?? new Map<string, BrowserContext[]>();
  left.set(browser, kinds);
  const kind = JSON.stringify([options.url, options.language, options.width, options.height, options.dark]);
  const free = kinds.get(kind) ?? [];
  kinds.set(kind, free);
  const context = free.pop() ?? (await emptyContext(browser, options));
  return visitorIn(await besideFirst(context), async () => {
    // a clock that was moved would go on as it does for the next one
    const isMoved = await there(context.pages()[0]).evaluate(() => '__pwClock' in globalThis);
    await empty(context, options.url);
    if (!isMoved) free.push(context);
  });
}

/**
 * Its first page opens nothing of the console, and stays: by it what visitors leave behind is removed, and the process lives on that
 * has compiled the scripts.
 */
async function emptyContext(browser: Browser, options: VisitorOptions): Promise<BrowserContext> {
  const context = await contextFor(browser, options);
  await unpainted(context);
  const page = await context.newPage();
  await page.goto('/healthz');
  return context;
}

async function contextFor(browser: Browser, options: VisitorOptions): Promise<BrowserContext> {
  const { url, language = 'en', width = 1440, height = 900, dark = false } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    reducedMotion: 'reduce',
  });
  // a choice that the visitor makes later stays
  await context.addInitScript((first) => localStorage.getItem('wan.language') ?? localStorage.setItem('wan.language', first), language);
  return context;
}

/** Opened by the first page: it is in the process of that one, and none has to be started for it, a tenth of what a visitor costs. */
async function besideFirst(context: BrowserContext): Promise<Page> {
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    there(context.pages()[0]).evaluate(() => void window.open('about:blank')),
  ]);
  return page;
}

async function visitorIn(page: Page, close: () => Promise<void>): Promise<Visitor> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.setDefaultTimeout(15_000);
  return { page, context: page.context(), problems, close };
}

/** Nothing is left of whoever was here: no page but the first, no storage, nothing that he set for all of his pages. */
async function empty(context: BrowserContext, url: string): Promise<void> {
  const [first, ...opened] = context.pages();
  await Promise.all(opened.map((page) => page.close()));
  context.removeAllListeners();
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
    context.clearCookies(),
    context.clearPermissions(),
  ]);
  const session = await context.newCDPSession(there(first));
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await session.detach();
}

/** By the form. `remember`: on this device, in English. */
export async function logIn(page: Page, username = 'super@demo.example', password = 'Demo1234', { remember = false } = {}): Promise<void> {
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  if (remember) await page.getByRole('checkbox', { name: 'Stay logged in on this device' }).check();
  await page.locator('input[autocomplete="current-password"]').press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** No serious or critical finding of axe on the page as it stands, or on a part of it. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // a page that was not left since has it, and its code is warm by then
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  expect(await painted(page, () => page.evaluate(seriousFindings, part))).toEqual([]);
}

type Impact = 'minor' | 'moderate' | 'serious' | 'critical';
type Finding = { id: string; impact: Impact; nodes: { target: string[]; html: string }[] };
declare const axe: {
  _audit?: { rules: { id: string; impact?: Impact }[] };
  run: (context: object, options: object) => Promise<{ violations: Finding[] }>;
};

/** Runs in the page: only what is found leaves it, not the hundreds of things that are as they should be. */
async function seriousFindings(part: string): Promise<string[]> {
  const isSlight = (impact: Impact | undefined): boolean => impact === 'minor' || impact === 'moderate';
  // a finding has the weight of its rule
  const slight = (axe._audit?.rules ?? []).filter(({ impact }) => isSlight(impact)).map(({ id }) => [id, { enabled: false }]);
  const roots = [...document.querySelectorAll(part)];
  const known = new Set<string>();
  // of a column, cells that differ in nothing but their words are looked at once on either stripe
  const alike = roots
    .flatMap((root) => [...root.querySelectorAll('tbody > tr > *')])
    .filter((cell) => known.size === known.add(markup(cell)).size);
  function markup(cell: Element): string {
    const row = cell.parentElement;
    const copy = document.createElement('template').content.appendChild(document.importNode(cell, true));
    const words = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    // axe does not judge the colour of a single character
    for (let node = words.nextNode(); node; node = words.nextNode()) node.textContent = 'xx'.slice(0, node.textContent?.trim().length);
    for (const element of [copy, ...copy.querySelectorAll('*')])
      for (const name of ['id', 'href', 'title', 'aria-label', 'datetime', 'popovertarget'])
        if (element.getAttribute(name)) element.setAttribute(name, 'x');
    const stands = [row?.closest('table')?.className, [...(row?.parentElement?.children ?? [])].indexOf(row ?? cell) % 2, row?.className];
    return JSON.stringify([...stands, [...(row?.children ?? [])].indexOf(cell), row?.getAttribute('aria-selected'), copy.outerHTML]);
  }
  const { violations } = await axe.run(
    { include: roots, exclude: alike },
    { resultTypes: ['violations'], preload: false, rules: Object.fromEntries(slight) },
  );
  return violations
    .filter(({ impact }) => !isSlight(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 120)}`)
          .join(' | ')}`,
    );
}
