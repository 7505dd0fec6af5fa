import { expect, test } from 'vitest';

import { fromBase32, hotp, matchingStep, newSecret, otpauthUri, stepAt, toBase32 } from '#server/features/account/totp.ts';

const key = Buffer.from('12345678901234567890');
const secret = toBase32(key);

test('the codes of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(codes.map((_, counter) => hotp(key, counter))).toEqual(codes);
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of RFC 6238, appendix B, at %d s', (seconds, code) => {
  expect(hotp(key, stepAt(seconds * 1000), 8)).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of RFC 4648: %j', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
  expect(fromBase32(base32).toString()).toBe(text);
  expect(fromBase32(`${base32.toLowerCase()}==`).toString()).toBe(text);
});

test('a code is good one step before and after its own, and not for what was used', () => {
  const now = 1_000_000_000_000;
  const step = stepAt(now);
  for (const near of [-1, 0, 1]) expect(matchingStep(secret, hotp(key, step + near), now)).toBe(step + near);
  for (const far of [-2, 2]) expect(matchingStep(secret, hotp(key, step + far), now)).toBeUndefined();
  expect(matchingStep(secret, hotp(key, step), now, step)).toBeUndefined();
  expect(matchingStep(secret, hotp(key, step + 1), now, step)).toBe(step + 1);
  for (const odd of ['', '1', hotp(key, step).slice(1), `${hotp(key, step)}0`]) expect(matchingStep(secret, odd, now)).toBeUndefined();
});

test('secrets differ, and the address names account and issuer', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
  const uri = new URL(otpauthUri('a b@demo.example', secret));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/WAN Console:a b@demo.example']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'WAN Console', algorithm: 'SHA1', digits: '6', period: '30' });
});
