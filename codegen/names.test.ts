import { expect, test } from 'vitest';
import { plural, singular } from './names.ts';

test.each([
  ['Site', 'Sites'],
  ['POP', 'POPs'],
  ['Address set', 'Address sets'],
  ['Company', 'Companies'],
  ['Upgrade policy', 'Upgrade policies'],
  ['Gateway', 'Gateways'],
  ['E-mail suffix', 'E-mail suffixes'],
  ['Service status', 'Service statuses'],
  ['IP address', 'IP addresses'],
  ['Diagnosis', 'Diagnoses'],
  ['Branch', 'Branches'],
  ['News', 'News'],
])('many of %s are %s', (one, many) => {
  expect(plural(one)).toBe(many);
});

test.each([
  ['sites', 'site'],
  ['ssid-policies', 'ssid-policy'],
  ['ipAddresses', 'ipAddress'],
  ['serviceStatus', 'serviceStatus'],
  ['MeasuredSeries', 'MeasuredSeries'],
  ['appIndices', 'appIndex'],
  ['dns_caches', 'dns_cache'],
  ['metadata', 'metadata'],
  ['POPs', 'POP'],
])('one of %s is %s', (many, one) => {
  expect(singular(many)).toBe(one);
});
