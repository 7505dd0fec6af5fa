import { describe, expect, test } from 'vitest';

import { formatDateTime, instantOf, parseDateTime } from '#domain/units/date-time.ts';

describe('instants', () => {
  test.each([
    [1_700_000_000, 1_700_000_000_000],
    ['1700000000', 1_700_000_000_000],
    [1_700_000_000_123, 1_700_000_000_123],
    ['1700000000123', 1_700_000_000_123],
    [0, 0],
    [1_700_000_000.5, 1_700_000_000_500],
    ['2023-11-14T22:13:20Z', 1_700_000_000_000],
    ['2023-11-15t06:13:20.123+08:00', 1_700_000_000_123],
  ])('%j is %i ms', (moment, instant) => {
    expect(instantOf(moment)).toBe(instant);
  });

  test.each(['', 'now', '2023-11-14', '2023-11-14 22:13:20', '2023-13-14T22:13:20Z', NaN, Infinity, '17000000001234'])(
    '%j is none',
    (moment) => {
      expect(instantOf(moment)).toBeUndefined();
      expect(formatDateTime(moment, 'UTC')).toBe('');
    },
  );
});

describe('date and time', () => {
  test('is written for the zone asked for', () => {
    expect(formatDateTime(1_700_000_000, 'UTC')).toBe('2023-11-14 22:13:20');
    expect(formatDateTime(1_700_000_000, 'Asia/Shanghai')).toBe('2023-11-15 06:13:20');
    expect(formatDateTime('2024-01-01T00:00:00Z', 'UTC')).toBe('2024-01-01 00:00:00');
    expect(formatDateTime(1_700_000_000, 'Asia/Shanghai', 'minute')).toBe('2023-11-15 06:13');
    expect(formatDateTime(1_700_000_000, 'Asia/Shanghai', 'day')).toBe('2023-11-15');
  });

  test.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns'])(
    'is what a clock in %s shows, whatever was asked before',
    (timeZone) => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      // both changes of clocks of a year by the minute, and instants all over
      const changes = ['2024-03-10T06:50:00Z', '2024-11-03T05:50:00Z', '2024-04-06T14:50:00Z', '2024-10-05T15:20:00Z'];
      const near = changes.flatMap((change) => Array.from({ length: 90 }, (_, minute) => Date.parse(change) + minute * 60_000));
      const far = Array.from({ length: 60 }, (_, index) => Date.parse('1960-01-01T00:00:07Z') + index * 4e10);
      for (const instant of [...near, ...far]) {
        expect([instant, formatDateTime(new Date(instant).toISOString(), timeZone)]).toEqual([instant, clock.format(instant)]);
      }
    },
  );

  test('is read back, across changes of clocks too', () => {
    expect(parseDateTime('2023-11-15 06:13:20', 'Asia/Shanghai')).toBe(1_700_000_000_000);
    expect(parseDateTime('2023-11-15', 'Asia/Shanghai')).toBe(Date.parse('2023-11-14T16:00:00Z'));
    for (let hour = 0; hour < 72; hour++) {
      for (const start of ['2024-03-09T00:30:00Z', '2024-11-02T00:30:00Z']) {
        const instant = Date.parse(start) + hour * 3_600_000;
        const text = formatDateTime(instant / 1000, 'America/New_York');
        const back = parseDateTime(text, 'America/New_York') ?? 0;
        // an hour that the clock shows twice reads as one of the two
        expect([0, 3_600_000]).toContain(Math.abs(back - instant));
        expect(formatDateTime(back / 1000, 'America/New_York')).toBe(text);
      }
    }
  });

  test('what a clock leaves out is after the change, what it shows twice is the first', () => {
    const utc = (text: string, zone: string): string => new Date(parseDateTime(text, zone) ?? NaN).toISOString().slice(0, 16);
    expect(utc('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30');
    expect(utc('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30');
    // a midnight that is none: the day begins at one
    expect(utc('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00');
    expect(utc('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45');
  });

  test.each(['', '2023-02-29', '2023-11-15 24:00', '15.11.2023', '2023-11-15T06:13:20Z'])('%j is no date', (text) => {
    expect(parseDateTime(text, 'UTC')).toBeUndefined();
  });
});
