import { refuse, type Format } from '#domain/formats/format.ts';

const FULL_TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** An RFC 3339 full-time: with an offset, leap seconds only at 23:59:60 UTC. */
export const time: Format = {
  name: 'time',
  check: (text) => (isFullTime(text) ? undefined : refuse('format.time.invalid', text)),
};

export function isFullTime(text: string): boolean {
  const match = FULL_TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}
