import { expect, test } from 'vitest';

import { matchingStep, newSecret, otpauthUri } from '#server/features/account/totp.ts';
import { totpCode } from '#tests/support/totp.ts';

/** `12345678901234567890`, the key of both documents. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;

test('the codes of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(codes.map((code, counter) => matchingStep(secret, code, counter * STEP_MS, counter - 1))).toEqual(
    codes.map((_, counter) => counter),
  );
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of RFC 6238, appendix B, at %d s, of which six digits are asked', (seconds, code) => {
  expect(matchingStep(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a code is good one step before and after its own, and not for what was used', () => {
  const now = 1_000_000_000_000;
  const step = Math.floor(now / STEP_MS);
  const codeAt = (near: number): string => totpCode(secret, now + near * STEP_MS);
  for (const near of [-1, 0, 1]) expect(matchingStep(secret, codeAt(near), now)).toBe(step + near);
  for (const far of [-2, 2]) expect(matchingStep(secret, codeAt(far), now)).toBeUndefined();
  expect(matchingStep(secret, codeAt(0), now, step)).toBeUndefined();
  expect(matchingStep(secret, codeAt(1), now, step)).toBe(step + 1);
  for (const odd of ['', '1', codeAt(0).slice(1), `${codeAt(0)}0`, '１２３４５６', 'abcdef'])
    expect(matchingStep(secret, odd, now)).toBeUndefined();
});

test('secrets differ, and the address names account and issuer', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
  const uri = new URL(otpauthUri('a b@demo.example', secret));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/WAN Console:a b@demo.example']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'WAN Console', algorithm: 'SHA1', digits: '6', period: '30' });
});
