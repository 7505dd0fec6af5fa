import { expect, test } from 'vitest';
import { pluralTitle } from './names.ts';

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
  expect(pluralTitle(one)).toBe(many);
});
