/** Who draws the charts: the console, or ECharts by itself. */
export const chartDrawers = ['own', 'echarts'] as const;
export type ChartDrawer = (typeof chartDrawers)[number];

/** On `window.charts`. */
export type DrawnCharts = {
  /** Milliseconds until so many charts of so many points are on the page. */
  show: (drawer: ChartDrawer, charts: number, points: number) => Promise<number>;
  /** Milliseconds of each frame while the pointer goes along the first and all show their crosshair. */
  cross: (frames: number) => Promise<number[]>;
  /** Milliseconds of each frame while all of them move along their time, and until all stand where they were moved to last. */
  pan: (drawer: ChartDrawer, frames: number) => Promise<{ frames: number[]; settled: number }>;
};
