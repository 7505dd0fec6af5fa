import { decimal, refuse, tidy, type Format } from '#domain/formats/format.ts';

/** Days of the week, 1 Monday to 7 Sunday: `1-5` or `1,3,5-7`, ascending and without repeats. */
export const weekdayRange: Format = {
  name: 'weekday-range',
  check: (text) => (isAscending(text) ? undefined : refuse('format.weekdayRange.invalid', text)),
  normalise: (text) => (isAscending(tidy(text)) ? tidy(text) : text),
};

function isAscending(text: string): boolean {
  let last = 0;
  for (const item of text.split(',')) {
    const ends = item.split('-');
    if (ends.length > 2) return false;
    for (const end of ends) {
      const day = decimal(end, 7);
      if (day <= last) return false;
      last = day;
    }
  }
  return true;
}
