import type { Page } from 'playwright-core';
import type { Case, Harness } from '#tests/harness/harness.ts';

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's window
  var harness: Harness;
  // oxlint-disable-next-line no-var -- the same
  var times: number[];
  // oxlint-disable-next-line no-var -- the same
  var watch: { longest: number; on: boolean };
}

/** Milliseconds to draw a case, its code having been drawn small before. */
export async function mount(page: Page, what: Case, count: number, selector: string, least: number): Promise<number> {
  return page.evaluate(([name, many, wanted, fewest]) => globalThis.harness.mount(name, many, wanted, fewest), [
    what,
    count,
    selector,
    least,
  ] as const);
}

/** Keys that warm the code up before those that count. */
const WARM = 8;

/** Milliseconds from each key to the frame that shows it. */
export async function keyTimes(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener('keydown', (event) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp))), {
      capture: true,
    });
  });
  await page.keyboard.type(text, { delay: 70 });
  await page.waitForTimeout(300);
  const times = await page.evaluate(() => globalThis.times);
  return times.slice(WARM);
}

/** The longest time for which the page's thread was not to be had while something went on. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, on: true };
    Object.assign(window, { watch });
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    port1.onmessage = () => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - last);
      last = now;
      if (watch.on) port2.postMessage(0);
    };
    port2.postMessage(0);
  });
  await work();
  return page.evaluate(() => {
    const { watch } = globalThis;
    watch.on = false;
    return watch.longest;
  });
}

/** Milliseconds from a paste to the report of what is wrong with it. */
export async function pasteTime(page: Page, target: string, text: string, report: string): Promise<number> {
  return page.evaluate(
    ([where, pasted, wanted]) => {
      const element = document.querySelector(where);
      if (!element) throw new Error(`nothing to paste into: ${where}`);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const started = performance.now();
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      return new Promise<number>((done) => {
        const look = (): void => {
          if (document.querySelector(wanted)) setTimeout(() => done(performance.now() - started));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    },
    [target, text, report] as const,
  );
}

/** Milliseconds between frames while the element scrolls on, a page and a bit each frame. */
export async function scrollFrames(page: Page, selector: string): Promise<number[]> {
  return page.evaluate((where) => {
    const element = document.querySelector(where);
    if (!element) throw new Error(`nothing to scroll: ${where}`);
    return new Promise<number[]>((done) => {
      const frames: number[] = [];
      let last = performance.now();
      const next = (now: number): void => {
        frames.push(now - last);
        last = now;
        element.scrollTop += 700;
        if (frames.length < 180) requestAnimationFrame(next);
        else done(frames.slice(5));
      };
      requestAnimationFrame(next);
    });
  }, selector);
}
