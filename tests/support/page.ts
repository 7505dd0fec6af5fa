import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Visitor = { page: Page; context: BrowserContext; problems: string[]; close: () => Promise<void> };

export type VisitorOptions = { url: string; language?: 'zh' | 'en'; width?: number; height?: number; dark?: boolean };

/** A person at a browser of their own: fresh storage, and every console error, page error and refused resource noted. */
export async function visit(browser: Browser, options: VisitorOptions): Promise<Visitor> {
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
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.setDefaultTimeout(15_000);
  return { page, context, problems, close: () => context.close() };
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
