import type { Page } from 'playwright-core';
import { type Area, median, percentile, progress, spreadOf } from '#bench/figure.ts';
import { harnessSite } from '#tests/support/harness-site.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type ChartDrawer, chartDrawers, type DrawnCharts } from '#tests/harness/drawn-charts.ts';

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's window
  var charts: DrawnCharts;
}

const RUNS = 3;
const CHARTS = 5;
const POINTS = 20_000;
const FRAMES = 60;
/** The first frames warm the code up. */
const WARM = 10;

type Found = { shown: number[]; crossed: number[]; panned: number[]; settled: number[] };

/** Five charts of 20,000 points as the console draws them, beside ECharts by itself on the same page and machine. */
export const measureCharts: Area = async (report) => {
  const site = await harnessSite(undefined, 'charts.html');
  const browser = await launchBrowser();
  try {
    const found: Record<ChartDrawer, Found> = { own: nothing(), echarts: nothing() };
    for (const drawer of chartDrawers) {
      const { shown, crossed, panned, settled } = found[drawer];
      for (let run = 0; run < RUNS; run++) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
        page.on('pageerror', (error) => progress(`  page: ${String(error)}`));
        await page.goto(site.url);
        await page.waitForFunction(() => 'charts' in globalThis);
        shown.push(await show(page, drawer));
        crossed.push(...(await page.evaluate((count) => globalThis.charts.cross(count), FRAMES + WARM)).slice(WARM));
        const moved = await pan(page, drawer);
        panned.push(...moved.frames.slice(WARM));
        settled.push(moved.settled);
        await page.close();
      }
      progress(
        `  ${drawer}: ${median(shown).toFixed(0)} ms, crosshair ${percentile(crossed, 0.95).toFixed(1)} ms, pan ${percentile(panned, 0.95).toFixed(1)} ms`,
      );
    }
    const { own, echarts } = found;
    const beside = (value: number): { peer: string; value: number } => ({ peer: 'plain ECharts', value });
    report('charts.mount', median(own.shown), { spread: spreadOf(own.shown), live: beside(median(echarts.shown)) });
    report('charts.cross.p95', percentile(own.crossed, 0.95), {
      spread: spreadOf(own.crossed),
      live: beside(percentile(echarts.crossed, 0.95)),
    });
    report('charts.pan.p95', percentile(own.panned, 0.95), {
      spread: spreadOf(own.panned),
      live: beside(percentile(echarts.panned, 0.95)),
    });
    report('charts.pan.settled', median(own.settled), { spread: spreadOf(own.settled), live: beside(median(echarts.settled)) });
  } finally {
    await browser.close();
    await site.close();
  }
};

function nothing(): Found {
  return { shown: [], crossed: [], panned: [], settled: [] };
}

function show(page: Page, drawer: ChartDrawer): Promise<number> {
  return page.evaluate(([who, charts, points]) => globalThis.charts.show(who, charts, points), [drawer, CHARTS, POINTS] as const);
}

function pan(page: Page, drawer: ChartDrawer): Promise<{ frames: number[]; settled: number }> {
  return page.evaluate(([who, count]) => globalThis.charts.pan(who, count), [drawer, FRAMES + WARM] as const);
}
