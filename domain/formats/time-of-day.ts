import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Hour and minute of a day: `08:30`, 00:00 to 23:59. */
export const timeOfDay: Format = {
  name: 'time-of-day',
  check: (text) => (TIME_OF_DAY.test(text) ? undefined : refuse('format.timeOfDay.invalid', text)),
  normalise(text) {
    const padded = tidy(text).replace(/^(?=\d:)/, '0');
    return TIME_OF_DAY.test(padded) ? padded : text;
  },
};
