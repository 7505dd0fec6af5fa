import type { Page } from 'playwright-core';
import { median, percentile, progress, spreadOf, type Area } from '#bench/figure.ts';
import { wideNetwork } from '#bench/topology/wide-network.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { harnessSite } from '#tests/support/harness-site.ts';
import { type Drawer, type DrawnNetwork, drawers } from '#tests/harness/drawn-network.ts';

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's window
  var network: DrawnNetwork;
}

const RUNS = 3;
/** The peers take up to 25 times as long for each. */
const FRAMES: Record<Drawer, number> = { own: 180, echarts: 40, sigma: 15 };
/** The first frames warm the code up: as many as that takes, of what draws a second at one of them fewer. */
const WARM: Record<Drawer, number> = { own: 10, echarts: 4, sigma: 2 };

/** 2,000 sites and 10,000 links as the console draws them, beside ECharts' graph and sigma.js on the same page and machine. */
export const measureTopology: Area = async (report) => {
  const site = await harnessSite(undefined, 'network.html');
  const browser = await launchBrowser();
  try {
    const answer = JSON.stringify(wideNetwork(2000, 10_000));
    const found = new Map<Drawer, { shown: number[]; frames: number[] }>();
    for (const drawer of drawers) {
      const shown: number[] = [];
      const frames: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        page.on('pageerror', (error) => progress(`  page: ${String(error)}`));
        await page.goto(site.url);
        await page.waitForFunction(() => 'network' in globalThis);
        shown.push(await show(page, drawer, answer));
        frames.push(...(await pan(page, drawer)));
        await page.close();
      }
      progress(
        `  ${drawer}: ${median(shown).toFixed(0)} ms, frames ${percentile(frames, 0.5).toFixed(1)} / ${percentile(frames, 0.95).toFixed(1)} ms`,
      );
      found.set(drawer, { shown, frames });
    }
    const of = (drawer: Drawer): { shown: number[]; frames: number[] } => found.get(drawer) ?? { shown: [], frames: [] };
    const { shown, frames } = of('own');
    const best = (figure: (drawer: Drawer) => number): { peer: string; value: number } =>
      (['echarts', 'sigma'] as const)
        .map((peer) => ({ peer: peer === 'echarts' ? 'ECharts graph' : 'sigma.js', value: figure(peer) }))
        .reduce((a, b) => (b.value < a.value ? b : a));
    report('topology.paint', median(shown), { spread: spreadOf(shown), live: best((peer) => median(of(peer).shown)) });
    report('topology.pan.p95', percentile(frames, 0.95), {
      spread: spreadOf(frames),
      live: best((peer) => percentile(of(peer).frames, 0.95)),
    });
  } finally {
    await browser.close();
    await site.close();
  }
};

function show(page: Page, drawer: Drawer, answer: string): Promise<number> {
  return page.evaluate(([who, text]) => globalThis.network.show(who, text), [drawer, answer] as const);
}

async function pan(page: Page, drawer: Drawer): Promise<number[]> {
  const frames = await page.evaluate(([who, count]) => globalThis.network.pan(who, count), [
    drawer,
    FRAMES[drawer] + WARM[drawer],
  ] as const);
  return frames.slice(WARM[drawer]);
}
