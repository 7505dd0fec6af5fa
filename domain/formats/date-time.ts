import { isFullDate } from '#domain/formats/date.ts';
import { refuse, type Format } from '#domain/formats/format.ts';
import { isFullTime } from '#domain/formats/time.ts';

/** An RFC 3339 date-time, the wire form of every time stamp. */
export const dateTime: Format = {
  name: 'date-time',
  check(text) {
    const valid = (text.charCodeAt(10) | 32) === 116 && isFullDate(text.slice(0, 10)) && isFullTime(text.slice(11));
    return valid ? undefined : refuse('format.dateTime.invalid', text);
  },
};
