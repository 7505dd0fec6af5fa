import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const NAME = /^[A-Za-z][\w+/-]*$/;

/** A zone of the tz database by its name: `Asia/Shanghai`, `UTC`. An offset is none: it knows no summer. */
export const timezone: Format = {
  name: 'timezone',
  check: (text) => (NAME.test(text) && isKnown(text) ? undefined : refuse('format.timezone.invalid', text)),
  normalise: tidy,
};

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
