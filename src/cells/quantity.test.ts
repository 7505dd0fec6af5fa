import { expect, test } from 'vitest';
import { formatDuration, readDuration, readRate, readSize } from './quantity.ts';

test.each([
  ['1.5G', 1500],
  ['1.5 Gbps', 1500],
  ['200', 200],
  ['64k', 0.064],
  ['１００M', 100],
  ['500bps', 0.0005],
  ['fast', undefined],
  ['-5', undefined],
  ['', undefined],
])('rate %s in Mbps is %s', (text, expected) => expect(readRate(text, 'Mbps')).toBe(expected));

test.each([
  ['1.5 MB', 1_572_864],
  ['64k', 65_536],
  ['10', 10],
  ['1 GiB', 1_073_741_824],
  ['x', undefined],
])('size %s is %s bytes', (text, expected) => expect(readSize(text)).toBe(expected));

test.each([
  ['90', 90],
  ['1h30m', 5400],
  ['2 天 3 小时', 183_600],
  ['5 minutes', 300],
  ['1h x', undefined],
])('duration %s is %s seconds', (text, expected) => expect(readDuration(text)).toBe(expected));

test('a stretch of time in its own units', () => {
  expect([formatDuration(90_061, 'en'), formatDuration(0, 'zh')]).toEqual(['1 d 1 h 1 m 1 s', '0 秒']);
});
