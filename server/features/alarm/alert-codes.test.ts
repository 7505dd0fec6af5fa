import { expect, test } from 'vitest';

import { alertDetail } from '#server/features/alarm/alert-codes.ts';

test('what a device reports in both languages is told in one', () => {
  const stored = 'AR1200-001000021: 连续 9 次探测失败 / 9 probes failed in a row';
  expect(alertDetail('pop.unreachable', 'zh', stored)).toBe('AR1200-001000021: 连续 9 次探测失败');
  expect(alertDetail('pop.unreachable', 'en', stored)).toBe('AR1200-001000021: 9 probes failed in a row');
  expect(alertDetail('another.code', 'zh', stored)).toBe(stored);
  expect(alertDetail('wireless.signal', 'zh', 'RSRP -104 dBm')).toBe('RSRP -104 dBm');
});
