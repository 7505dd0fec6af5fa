import { expect, test } from 'vitest';
import { formatValue } from './format.ts';

test.each([
  [1159, '', '1,159'],
  [1960.3, 'ms', '1,960.3 ms'],
  [12.5, '%', '12.5 %'],
  [1_572_864, 'B', '1.5 MB'],
  [1500, 'Mbps', '1.5 Gbps'],
  [-0.001, '', '0'],
] as const)('%s %s beside a chart is written as in a list: %s', (value, unit, text) => expect(formatValue(value, unit)).toBe(text));
