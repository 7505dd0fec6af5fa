import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { convertRate, formatRate, parseRate, rateUnits } from '#domain/units/bandwidth.ts';
import { formatBytes, parseBytes } from '#domain/units/bytes.ts';
import { formatDuration, parseDuration } from '#domain/units/duration.ts';

describe('bandwidth', () => {
  test.each([
    [0, 'bps', '0 bps'],
    [999, 'bps', '999 bps'],
    [1000, 'bps', '1 kbps'],
    [1024, 'bps', '1.02 kbps'],
    [999_999, 'bps', '1 Mbps'],
    [999_990, 'bps', '999.99 kbps'],
    [1500, 'Mbps', '1.5 Gbps'],
    [0.5, 'Mbps', '500 kbps'],
    [0, 'Mbps', '0 Mbps'],
    [0.25, 'bps', '0.25 bps'],
    [-1500, 'bps', '-1.5 kbps'],
    [1e24, 'bps', '1 Ybps'],
    [1e28, 'bps', '10000 Ybps'],
    [NaN, 'bps', ''],
    [Infinity, 'Mbps', ''],
  ] as const)('%d %s is %s', (value, unit, text) => {
    expect(formatRate(value, unit)).toBe(text);
  });

  test.each([
    ['1.5 Gbps', 'Mbps', 1500],
    ['100m', 'Mbps', 100],
    ['100', 'Mbps', 100],
    ['100', 'bps', 100],
    ['500 kbps', 'Mbps', 0.5],
    ['１００Ｍ', 'Mbps', 100],
    ['0.1 Gbps', 'Mbps', 100],
    ['', 'Mbps', undefined],
    ['-1', 'Mbps', undefined],
    ['1 MBs', 'Mbps', undefined],
    ['1e3', 'Mbps', undefined],
    ['1,000', 'Mbps', undefined],
    ['9'.repeat(400), 'bps', undefined],
  ] as const)('%j is %s', (text, unit, value) => {
    expect(parseRate(text, unit)).toBe(value);
  });

  test('every unit is reached and reads back', () => {
    rateUnits.forEach((unit, rung) => {
      expect(formatRate(1000 ** rung)).toBe(`1 ${unit}`);
      expect(parseRate(`1 ${unit}`)).toBe(1000 ** rung);
    });
    expect(convertRate(0.1, 'Gbps', 'Mbps')).toBe(100);
    expect(convertRate(5, 'kbps', 'Mbps')).toBe(0.005);
  });
});

describe('bytes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 ** 2 - 1, '1 MB'],
    [1024 ** 8, '1 YB'],
    [NaN, ''],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test.each([
    ['1.5 KB', 1536],
    ['10m', 10 * 1024 ** 2],
    ['100', 100],
    ['1 kbps', undefined],
    ['', undefined],
  ])('%j is read', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });
});

describe('duration', () => {
  test.each([
    [0, '0 秒', '0 s'],
    [59.9, '59 秒', '59 s'],
    [60, '1 分', '1 min'],
    [3661, '1 小时 1 分 1 秒', '1 h 1 min 1 s'],
    [93_600, '1 天 2 小时', '1 d 2 h'],
    [-60, '-1 分', '-1 min'],
    [NaN, '', ''],
  ])('%d', (seconds, zh, en) => {
    expect([formatDuration(seconds, 'zh'), formatDuration(seconds, 'en')]).toEqual([zh, en]);
  });

  test.each([
    ['90', 90],
    ['1d 2h', 93_600],
    ['1d2h3m4s', 93_784],
    ['90 分钟', 5400],
    ['1天2小时', 93_600],
    ['1.5 hours', 5400],
    ['１ 小时', 3600],
    ['', undefined],
    ['-5', undefined],
    ['5 years', undefined],
    ['2h 1d', undefined],
    ['1h 1h', undefined],
    ['1h x', undefined],
    ['h', undefined],
  ])('%j is read', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test('is read as it is written', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom('zh' as const, 'en' as const), (seconds, language) => {
        expect(parseDuration(formatDuration(seconds, language))).toBe(seconds);
      }),
    );
  });
});
