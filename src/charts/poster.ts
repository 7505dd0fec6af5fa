import type { Look } from './options.ts';

/** What a picture says of itself when it is looked at elsewhere. */
export type Caption = {
  title: string;
  /** Its range, its zone, whether it is of a demo network. */
  about: readonly string[];
  legend: readonly LegendKey[];
};
export type LegendKey = { label: string; colour: string };

const EDGE = 16;
const TITLE = 17;
const TEXT = 12;
const LINE = 20;
const KEY = 12;
const BETWEEN = 18;

/** A chart with its title and its range above, and its legend below, so many times as large as on the page. */
export function posterOf(
  chart: HTMLCanvasElement,
  { title, about, legend }: Caption,
  look: Pick<Look, 'surface' | 'text' | 'faint' | 'font'>,
  scale: number,
): HTMLCanvasElement {
  const poster = document.createElement('canvas');
  const [width, height] = [chart.width / scale, chart.height / scale];
  const brush = poster.getContext('2d');
  if (!brush) return chart;
  const font = (size: number, weight = 'normal'): string => `${weight} ${size}px ${look.font}`;
  brush.font = font(TEXT);
  const rows = rowsOf(legend, width, (text) => brush.measureText(text).width);
  const top = EDGE + TITLE + 4 + about.length * LINE;
  poster.width = Math.round((width + 2 * EDGE) * scale);
  poster.height = Math.round((top + height + rows.length * LINE + EDGE) * scale);
  brush.scale(scale, scale);
  brush.fillStyle = look.surface;
  brush.fillRect(0, 0, width + 2 * EDGE, poster.height);
  brush.textBaseline = 'middle';
  brush.fillStyle = look.text;
  brush.font = font(TITLE, '600');
  brush.fillText(title, EDGE, EDGE + TITLE / 2, width);
  brush.font = font(TEXT);
  brush.fillStyle = look.faint;
  for (const [index, text] of about.entries()) brush.fillText(text, EDGE, EDGE + TITLE + 4 + (index + 0.5) * LINE, width);
  brush.drawImage(chart, EDGE, top, width, height);
  for (const [row, keys] of rows.entries()) {
    const y = top + height + (row + 0.5) * LINE;
    for (const { label, colour, x } of keys) {
      brush.fillStyle = colour;
      brush.fillRect(EDGE + x, y - 1.5, KEY, 3);
      brush.fillStyle = look.text;
      brush.fillText(label, EDGE + x + KEY + 6, y, width - x - KEY - 6);
    }
  }
  return poster;
}

/** Keys one beside the other, as many in a row as there is room for. */
function rowsOf(legend: readonly LegendKey[], width: number, measure: (text: string) => number): (LegendKey & { x: number })[][] {
  const rows: (LegendKey & { x: number })[][] = [];
  let x = 0;
  for (const key of legend) {
    const own = KEY + 6 + measure(key.label);
    if (rows.length === 0 || x + own > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ ...key, x });
    x += own + BETWEEN;
  }
  return rows;
}
