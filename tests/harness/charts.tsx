import { connect, type EChartsType } from 'echarts/core';
import { use as extend } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { initReactI18next } from 'react-i18next';
import { drawSoon } from '#charts/draw-queue.ts';
import { init } from '#charts/engine.ts';
import { TimeChart } from '#charts/time-chart.tsx';
import charts from '#locales/en/charts.json' with { type: 'json' };
import type { ChartDrawer, DrawnCharts } from './drawn-charts.ts';
import '#ui/theme.css';

await extend(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  resources: { en: { charts } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

const FROM = Date.parse('2026-03-02T00:00:00Z');
const MINUTE = 60_000;
const HEIGHT = 160;
const container = document.getElementById('root');
if (!container) throw new Error('no #root');

let root: Root | undefined;
let plain: EChartsType[] = [];
let lines: number[][] = [];

const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
/** A day's walk: the same every time. */
const walk = (chart: number, points: number): number[] =>
  Array.from({ length: points }, (_, index) => 50 + 30 * Math.sin(index / 800 + chart) + 12 * Math.sin(index / 17) + ((index * 7919) % 13));

/** All charts from a minute on, `by` minutes later than they began. */
function drawOwn(by: number): void {
  const view = lines.map((values, index) => (
    <TimeChart
      key={index}
      title={`Chart ${index}`}
      height={HEIGHT}
      group="page"
      data={{
        from: FROM + by * MINUTE,
        to: FROM + (by + values.length) * MINUTE,
        lines: [{ key: 'a', label: 'A', unit: 'ms', values }],
      }}
    />
  ));
  flushSync(() => root?.render(view));
}

function drawPlain(): void {
  plain = lines.map((values, index) => {
    const box = document.createElement('div');
    box.className = 'plain';
    container?.append(box);
    const made = init(box);
    made.group = 'plain';
    made.setOption({
      animation: false,
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time', min: FROM, max: FROM + values.length * MINUTE },
      yAxis: { type: 'value' },
      series: [
        {
          id: `p${index}`,
          type: 'line',
          showSymbol: false,
          sampling: 'lttb',
          data: values.map((value, at) => [FROM + (at + 0.5) * MINUTE, value]),
        },
      ],
    });
    return made;
  });
  connect('plain');
}

function isDrawn(drawer: ChartDrawer): boolean {
  const frames = document.querySelectorAll(drawer === 'own' ? '.chart-canvas' : '.plain');
  return frames.length === lines.length && [...frames].every((each) => each.querySelector('canvas') && !each.hasAttribute('aria-busy'));
}

const drawn: DrawnCharts = {
  async show(drawer, count, points) {
    lines = Array.from({ length: count }, (_, chart) => walk(chart, points));
    await nextFrame();
    const started = performance.now();
    if (drawer === 'own') {
      root = createRoot(container);
      drawOwn(0);
    } else drawPlain();
    while (!isDrawn(drawer)) await nextFrame();
    // drawn in the frame that follows
    await nextFrame();
    await nextFrame();
    return performance.now() - started;
  },
  cross: async (count) => {
    const canvas = document.querySelector('canvas');
    const target = canvas?.parentElement;
    const box = canvas?.getBoundingClientRect();
    if (!target || !box) throw new Error('nothing is drawn');
    return framesOf(count, (index) => {
      const at = { clientX: box.left + 80 + ((index * 7) % (box.width - 120)), clientY: box.top + box.height / 2 };
      // as a browser does
      target.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerType: 'mouse' }));
      target.dispatchEvent(new MouseEvent('mousemove', { ...at, bubbles: true }));
    });
  },
  pan: async (drawer, count) => {
    let moved = 0;
    const frames = await framesOf(count, (index) => {
      moved = performance.now();
      const by = (index % 60) * 20;
      if (drawer === 'own') drawOwn(by);
      else
        for (const [at, each] of plain.entries())
          each.setOption({ xAxis: { min: FROM + by * MINUTE, max: FROM + (by + (lines[at]?.length ?? 0)) * MINUTE } });
    });
    // what waits for its turn is drawn before this
    if (drawer === 'own') await new Promise<void>((done) => drawSoon({}, done));
    return { frames, settled: performance.now() - moved };
  },
};

async function framesOf(count: number, move: (index: number) => void): Promise<number[]> {
  const frames: number[] = [];
  let last = await nextFrame();
  for (let index = 0; index < count; index++) {
    move(index);
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  return frames;
}

Object.assign(window, { charts: drawn });
