import { formatRate } from '#domain/units/bandwidth.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import type { Language, ReportChart, ReportContent } from '#generated/server/stored.ts';
import type { Context } from '#server/features/report/report-context.ts';
import { figureWords, lineWord } from '#server/features/report/report-words.ts';
import { timestamp } from '#server/store/clock.ts';
import { meanOf } from '#server/telemetry/figures.ts';
import type { LinkMeasure, Window } from '#server/telemetry/port.ts';

type Line = { name: string; values: (number | null)[] };
type Unit = ReportChart['unit'];

/** Points at which a period is looked at. */
const POINTS = 120;
const MOST_LINES = 5;
/** Stretches between the words of an axis. */
const STEPS = 4;
const DAY = 86_400_000;

/** What a section is about over its period; none where nothing was measured, which the section says. */
export async function reportChart(content: ReportContent, context: Context): Promise<ReportChart | undefined> {
  const window = { ...context.range, points: POINTS };
  const found = await linesOf(content, context, window);
  const lines = found?.lines.filter(({ values }) => values.some((value) => value !== null)) ?? [];
  if (!found || lines.length === 0) return undefined;
  const { unit } = found;
  const { language, timeZone } = context;
  const most = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const top = unit === '%' ? 100 : niceTop(most);
  const { from, to } = window;
  const days = (to - from) / DAY;
  // whole days between two words where that is possible
  const stretches = [7, 6, 5].find((count) => days >= count && Number.isInteger(days / count)) ?? STEPS;
  return {
    from: timestamp(from),
    to: timestamp(to),
    unit,
    top,
    scale: stepsOf(STEPS).map((step) => textOf(step * top, unit)),
    times: stepsOf(stretches).map((step) => timeOf(from + step * (to - from), to - from, timeZone)),
    lines: lines.map(({ name, values }) => ({ name, figures: figuresOf(values, unit, language), values })),
  };
}

async function linesOf(
  content: ReportContent,
  { services, places, language }: Context,
  window: Window,
): Promise<{ unit: Unit; lines: Line[] } | undefined> {
  const { telemetry } = services;
  const means = async (measures: readonly LinkMeasure[], digits: number): Promise<Line[]> => {
    const all = await telemetry.series({ places, window, measures });
    return measures.map((measure) => ({
      name: lineWord(measure, language),
      values: meanOf(
        all.filter((line) => line.measure === measure),
        window.points,
      ).map((value) => (value === null ? null : Number(value.toFixed(digits)))),
    }));
  };
  switch (content) {
    case 'bandwidth': {
      const totals = await telemetry.total({ places, window, measures: ['tx', 'rx'] });
      return { unit: 'bps', lines: totals.map(({ measure, values }) => ({ name: lineWord(measure, language), values })) };
    }
    case 'quality':
      return { unit: 'ms', lines: await means(['latency', 'jitter'], 1) };
    case 'availability':
      return { unit: '%', lines: await means(['availability'], 2) };
    case 'applications': {
      const all = await telemetry.applications({ places, window });
      const carried = (values: readonly (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
      const largest = all.toSorted((a, b) => carried(b.values) - carried(a.values)).slice(0, MOST_LINES);
      return { unit: 'bps', lines: largest.map(({ name, values }) => ({ name, values })) };
    }
    default:
      return undefined;
  }
}

function figuresOf(values: readonly (number | null)[], unit: Unit, language: Language): string {
  const there = values.filter((value) => value !== null);
  const mean = there.reduce((sum, value) => sum + value, 0) / there.length;
  return figureWords(textOf(Math.max(...there), unit), textOf(mean, unit), language);
}

function textOf(value: number, unit: Unit): string {
  if (unit === 'bps') return formatRate(value);
  return `${Number(value.toFixed(unit === '%' ? 2 : 1))} ${unit}`;
}

/** Of a day the hour, of longer the day, with the hour where it is not midnight; by the clocks of the report. */
function timeOf(at: number, length: number, timeZone: string): string {
  const text = formatDateTime(timestamp(at), timeZone);
  const [day, time] = [text.slice(5, 10), text.slice(11, 16)];
  if (length <= DAY) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

function stepsOf(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}

/** The next of 1, 2, 4, 5, 8 and their tenfolds: four steps of it can be read. */
function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 4, 5, 8, 10].find((step) => most <= step * power) ?? 10);
}
