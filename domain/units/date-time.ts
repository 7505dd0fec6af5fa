/** A time as it comes: RFC 3339, or a number of ten digits (seconds) or thirteen (milliseconds), also as text (spec 9). */
export type Moment = string | number;

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
const SECONDS_DIGITS = 10;

/** Milliseconds since 1970, undefined when the value is no time. Numbers of up to ten digits are seconds. */
export function instantOf(moment: Moment): number | undefined {
  if (typeof moment === 'string' && RFC_3339.test(moment)) return finite(Date.parse(moment));
  const text = String(moment);
  if (!/^-?\d{1,13}(?:\.\d+)?$/.test(text)) return undefined;
  const digits = text.replace(/^-|\..*$/g, '').length;
  return digits > SECONDS_DIGITS ? Number(text) : Number(text) * 1000;
}

/**
 * `YYYY-MM-DD HH:mm:ss` (spec 9) in an IANA time zone, e.g. `Asia/Shanghai`; an empty text for what is no time.
 * `precision` cuts it off earlier.
 */
export function formatDateTime(moment: Moment, timeZone: string, precision: 'day' | 'minute' | 'second' = 'second'): string {
  const instant = instantOf(moment);
  if (instant === undefined) return '';
  return show(instant, timeZone).slice(0, LENGTHS[precision]);
}

/** `UTC+8`: how far the clocks of a zone are from UTC, now or at an instant (milliseconds). */
export function offsetName(timeZone: string, instant?: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(instant);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
}

/**
 * The instant in milliseconds that a clock in the time zone shows as `YYYY-MM-DD HH:mm:ss`; undefined for what is none.
 * Of a time that it shows twice the first; one that it leaves out is as long after the change as it would have been.
 */
export function parseDateTime(text: string, timeZone: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text);
  if (!match) return undefined;
  const asUtc = finite(Date.parse(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ':00'}Z`));
  if (asUtc === undefined || !isSame(asUtc, 'UTC', text)) return undefined;
  // the offset before and after a change of clocks differ: try both, take the one that reads back
  const candidates = [asUtc - DAY, asUtc, asUtc + DAY].map((near) => asUtc - offsetAt(near, timeZone));
  return candidates.find((candidate) => isSame(candidate, timeZone, text)) ?? Math.max(...candidates);
}

const LENGTHS = { day: 10, minute: 16, second: 19 };
const DAY = 86_400_000;

// building a formatter takes a hundred times as long as using it
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // Swedish writes ISO 8601
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function show(instant: number, timeZone: string): string {
  if (instant < QUARTERS_FROM || instant >= QUARTERS_TO) return shown(instant, timeZone);
  return new Date(instant + quarterOffset(instant, timeZone)).toISOString().slice(0, LENGTHS.second).replace('T', ' ');
}

// a table or a file shows many times that are near each other; asking for the offset takes thirty times as long as adding it
const QUARTER = 900_000;
/** 1973 to 9999: clocks are changed at quarters of an hour only, and a year has four digits. */
const [QUARTERS_FROM, QUARTERS_TO] = [94_694_400_000, 253_402_214_400_000];
const quarters = new Map<string, { quarter: number; offset: number }>();

function quarterOffset(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / QUARTER);
  let known = quarters.get(timeZone);
  if (known?.quarter !== quarter) quarters.set(timeZone, (known = { quarter, offset: offsetAt(quarter * QUARTER, timeZone) }));
  return known.offset;
}

function shown(instant: number, timeZone: string): string {
  return formatterOf(timeZone).format(instant).replace(',', '');
}

function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${shown(instant, timeZone).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
}

function isSame(instant: number, timeZone: string, text: string): boolean {
  return show(instant, timeZone).startsWith(text.replace('T', ' '));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
