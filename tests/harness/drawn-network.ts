/** Who draws the network: the console, or a library that could. */
export const drawers = ['own', 'echarts', 'sigma'] as const;
export type Drawer = (typeof drawers)[number];

/** On `window.network`. */
export type DrawnNetwork = {
  /** Milliseconds from the answer as text to the frame that shows it. A library gets the places from ours, and they are not counted. */
  show: (drawer: Drawer, answer: string) => Promise<number>;
  /** Milliseconds of each frame while the picture is dragged. */
  pan: (drawer: Drawer, frames: number) => Promise<number[]>;
};
