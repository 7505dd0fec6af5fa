import type { Browser, Page } from 'playwright-core';
import { paceOfScripts } from '#bench/pace.ts';
import { addressLines } from '#bench/address-lines.ts';
import { benchContract } from '#bench/forms/contract.ts';
import { harnessSite } from '#tests/support/harness-site.ts';
import { keyTimes, longestTask, mount, pasteTime, scrollFrames } from '#bench/forms/measure.ts';
import type { Case } from '#tests/harness/harness.ts';
import { median, percentile, progress, spreadOf, type Area } from '#bench/figure.ts';
import { launchBrowser } from '#tests/support/browser.ts';

const RUNS = 5;
const TEXT = 'the quick brown fox jumps over the lazy dog and runs away again';
const RULES = 65_535;

/** Forms, address editor and table as the renderer draws them, on a page of their own over a generated model. */
export const measureForms: Area = async (report, wanted) => {
  const site = await harnessSite(benchContract());
  const browser = await launchBrowser();
  const open = () => openPage(browser, site.url);
  try {
    if (wanted('fields200.mount') || wanted('fields200.key.p95') || wanted('fields200.task')) {
      const mounts = await mounted(open, 'Wide', 200, 'form input', 200);
      report('fields200.mount', median(mounts), { spread: spreadOf(mounts) });
      const page = await open();
      await mount(page, 'Wide', 200, 'form input', 200);
      await page.locator('form input').nth(100).click();
      const keys = await keyTimes(page, TEXT);
      report('fields200.key.p95', percentile(keys, 0.95), { spread: spreadOf(keys) });
      report('fields200.task', await longestTask(page, () => typeAndLeave(page, 50)));
      await page.close();
    }
    if (wanted('array200.mount') || wanted('array200.key.p95')) {
      const mounts = await mounted(open, 'Long', 200, '[role="grid"] input, fieldset input', 12);
      report('array200.mount', median(mounts), { spread: spreadOf(mounts) });
      const page = await open();
      await mount(page, 'Long', 200, 'fieldset input', 12);
      await page.locator('fieldset input').nth(8).click();
      const keys = await keyTimes(page, TEXT);
      report('array200.key.p95', percentile(keys, 0.95), { spread: spreadOf(keys) });
      await page.close();
    }
    if (wanted('addresses.mount') || wanted('addresses.key.p95')) {
      const mounts = await mounted(open, 'Rules', RULES, '.wr-row input', 10);
      report('addresses.mount', median(mounts), { spread: spreadOf(mounts) });
      const page = await open();
      await mount(page, 'Rules', RULES, '.wr-row input', 10);
      await page.locator('.wr-row input').nth(4).click();
      const keys = await keyTimes(page, TEXT);
      report('addresses.key.p95', percentile(keys, 0.95), { spread: spreadOf(keys) });
      await page.close();
    }
    if (wanted('addresses.paste') || wanted('addresses.task')) {
      const pastes = await pasted(open);
      report('addresses.paste', median(pastes.times), { spread: spreadOf(pastes.times), pace: await paceOfScripts() });
      report('addresses.task', median(pastes.longest), { spread: spreadOf(pastes.longest) });
    }
    if (wanted('table100000.mount') || wanted('table100000.frame.p95')) {
      const mounts = await mounted(open, 'Row', 100_000, 'tbody tr[role="row"]', 10);
      report('table100000.mount', median(mounts), { spread: spreadOf(mounts) });
      const page = await open();
      await mount(page, 'Row', 100_000, 'tbody tr[role="row"]', 10);
      const frames = await scrollFrames(page, '.rt-scroll');
      report('table100000.frame.p95', percentile(frames, 0.95), { spread: spreadOf(frames) });
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
};

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => progress(`  page: ${String(error)}`));
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in globalThis);
  return page;
}

/** Each run on a fresh page, the code loaded by drawing the case empty first. */
async function mounted(open: () => Promise<Page>, what: Case, count: number, selector: string, least: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await open();
    await mount(page, what === 'Wide' ? 'Small' : what, 1, '*', 3);
    await page.waitForTimeout(300);
    times.push(await mount(page, what, count, selector, least));
    await page.close();
  }
  progress(`  ${what}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  return times;
}

async function pasted(open: () => Promise<Page>): Promise<{ times: number[]; longest: number[] }> {
  // the last line repeats the first: its report is what the eye waits for
  const lines = addressLines('ipv4');
  const text = [...lines.slice(0, -1), lines[0]].join('\n');
  const times: number[] = [];
  const longest: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await open();
    await mount(page, 'Rules', 0, '.wr', 1);
    // a first small paste starts the worker, as the first look at a set does
    await pasteTime(page, '.wr', '10.0.0.1\n10.0.0.1', '.wr-issues');
    await mount(page, 'Rules', 0, '.wr', 1);
    await page.waitForTimeout(300);
    longest.push(await longestTask(page, async () => void times.push(await pasteTime(page, '.wr', text, '.wr-issues'))));
    await page.close();
  }
  progress(
    `  paste: ${times.map((time) => time.toFixed(0)).join(', ')} ms, longest task ${longest.map((time) => time.toFixed(0)).join(', ')} ms`,
  );
  return { times, longest };
}

/** Typing, then the commit that comes when the hand rests or the field is left. */
async function typeAndLeave(page: Page, field: number): Promise<void> {
  await page.locator('form input').nth(field).click();
  await page.keyboard.type(TEXT, { delay: 40 });
  await page.keyboard.press('Tab');
  await page.waitForTimeout(600);
}
