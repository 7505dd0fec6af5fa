import type { ReportBars, ReportChart, ReportDocument } from '#generated/server/stored.ts';
import { escaped } from '#server/features/report/files/escaped.ts';

/** As the console draws them in its light theme. */
const COLOURS = ['#0aa287', '#b54dd5', '#0e4c68', '#789a53', '#3f362d', '#d90201'];
const GRID = '#d8dde3';
const GROUND = '#eef1f5';
const TEXT = '#5b6472';
/** Points: the width of a page between its margins. */
const WIDTH = 515;
const PLOT = { left: 62, right: 505, top: 8, bottom: 128 };
const LEGEND = 158;
const LINE = 13;

/** A name and its figure above each bar. */
const BAR = { row: 24, text: 10, top: 14, high: 6 };

/** `drawn`: a text as the font has it. */
type Face = { font: string; drawn: (text: string) => string };

/** What of a section is drawn. */
export function picturesOf({ chart, bars }: ReportDocument['sections'][number], face: Face): string[] {
  return [...(chart ? [chartSvg(chart, face)] : []), ...(bars ? [barsSvg(bars, face)] : [])];
}

/** Rows by a figure: names have all the width that they need. */
function barsSvg({ bars }: ReportBars, face: Face): string {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const rows = bars.map(({ name, figure, value }, index) => {
    const y = index * BAR.row;
    const words = `${textSvg(name, { x: 0, y: y + BAR.text }, face)}${textSvg(figure, { x: WIDTH, y: y + BAR.text, anchor: 'end' }, face)}`;
    const ground = `<rect x="0" y="${y + BAR.top}" width="${WIDTH}" height="${BAR.high}" fill="${GROUND}"/>`;
    return `${words}${ground}<rect x="0" y="${y + BAR.top}" width="${round((value / most) * WIDTH)}" height="${BAR.high}" fill="${COLOURS[0] ?? ''}"/>`;
  });
  const height = bars.length * BAR.row + 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${rows.join('')}</svg>`;
}

function textSvg(words: string, at: { x: number; y: number; anchor?: string }, { font, drawn }: Face): string {
  return `<text x="${round(at.x)}" y="${round(at.y)}" font-family="${font}" font-size="8" fill="${TEXT}" text-anchor="${at.anchor ?? 'start'}">${escaped(drawn(words))}</text>`;
}

/** The lines of a section as a drawing: gaps stay gaps, words and figures are texts. */
function chartSvg({ top, scale, times, lines }: ReportChart, face: Face): string {
  const height = LEGEND + (lines.length - 1) * LINE + 6;
  const [wide, high] = [PLOT.right - PLOT.left, PLOT.bottom - PLOT.top];
  const y = (value: number): number => PLOT.bottom - (Math.min(value, top) / top) * high;
  const text = (words: string, at: { x: number; y: number; anchor?: string }): string => textSvg(words, at, face);
  const marks = scale.map((words, index) => {
    const at = PLOT.bottom - (index / Math.max(1, scale.length - 1)) * high;
    return `<path d="M${PLOT.left} ${round(at)}H${PLOT.right}" stroke="${GRID}" stroke-width="0.5" fill="none"/>${text(words, { x: PLOT.left - 6, y: at + 3, anchor: 'end' })}`;
  });
  const under = times.map((words, index) => {
    const anchor = index === 0 ? 'start' : index === times.length - 1 ? 'end' : 'middle';
    return text(words, { x: PLOT.left + (index / Math.max(1, times.length - 1)) * wide, y: PLOT.bottom + 12, anchor });
  });
  const drawnLines = lines.map(({ values }, index) => {
    const step = wide / Math.max(1, values.length);
    let way = '';
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const begins = at === 0 || values[at - 1] === null;
      const x = PLOT.left + (at + 0.5) * step;
      way += `${begins ? 'M' : 'L'}${round(x)} ${round(y(value))}`;
      // a reading between two gaps is a point
      if (begins && (values[at + 1] ?? null) === null) way += `h0.8`;
    }
    return `<path d="${way}" stroke="${COLOURS[index % COLOURS.length] ?? ''}" stroke-width="1" fill="none"/>`;
  });
  const legend = lines.map(({ name, figures }, index) => {
    const at = LEGEND + index * LINE;
    const key = `<rect x="${PLOT.left}" y="${at - 5}" width="10" height="3" fill="${COLOURS[index % COLOURS.length] ?? ''}"/>`;
    return `${key}${text(name, { x: PLOT.left + 16, y: at })}${text(figures, { x: PLOT.left + 190, y: at })}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${[...marks, ...under, ...drawnLines, ...legend].join('')}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
