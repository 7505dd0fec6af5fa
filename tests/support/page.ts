import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Visitor = { page: Page; context: BrowserContext; problems: string[]; close: () => Promise<void> };

export type VisitorOptions = { url: string; language?: 'zh' | 'en'; width?: number; height?: number; dark?: boolean };

/** A person at a browser of their own: fresh storage, and every console error, page error and refused resource noted. */
export async function visit(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const context = await contextFor(browser, options);
  return visitorIn(context, () => context.close());
}

/**
 * The same for one visitor after another: who comes when somebody has left finds nothing of his but the scripts that the
 * browser knows. To fetch, read and compile them is half of the time of a page.
 */
export function visitorsOf(browser: Browser): (options: VisitorOptions) => Promise<Visitor> {
  const left = new Map<string, BrowserContext[]>();
  return async (options) => {
    const kind = JSON.stringify([options.url, options.language, options.width, options.height, options.dark]);
    const free = left.get(kind) ?? [];
    left.set(kind, free);
    const context = free.pop() ?? (await contextFor(browser, options));
    return visitorIn(context, async () => {
      await empty(context, options.url);
      free.push(context);
    });
  };
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

async function visitorIn(context: BrowserContext, close: () => Promise<void>): Promise<Visitor> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.setDefaultTimeout(15_000);
  return { page, context, problems, close };
}

/** Nothing is left of whoever was here: no page, no storage, nothing that he set for all of his pages. */
async function empty(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await Promise.all(context.pages().flatMap((each) => (each === page ? [] : [each.close()])));
  context.removeAllListeners();
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
    context.clearCookies(),
    context.clearPermissions(),
  ]);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await page.close();
}

export async function logIn(page: Page, username = 'super@demo.example', password = 'Demo1234'): Promise<void> {
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

type AxeResult = { violations: { id: string; impact: string; nodes: { target: string[]; html: string; failureSummary: string }[] }[] };

/** No serious or critical finding of axe on the page as it stands, or on a part of it. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // a page that was not left since has it, and its code is warm by then
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  const where = part === undefined ? 'document' : JSON.stringify(part);
  const result = await page.evaluate<AxeResult>(`axe.run(${where}, { resultTypes: ["violations"], preload: false })`);
  const serious = result.violations.filter((violation) => violation.impact === 'serious' || violation.impact === 'critical');
  expect(
    serious.map(
      (violation) =>
        `${violation.id}: ${violation.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.html.slice(0, 120)}`)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}
