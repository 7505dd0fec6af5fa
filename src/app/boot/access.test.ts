import { expect, test } from 'vitest';
import type { UserInfo } from '#api/user.ts';
import { hasLost } from './access.ts';

const user = (more: Partial<UserInfo> = {}): UserInfo => ({
  username: 'u',
  accountType: 'company',
  role: 'company',
  scopes: ['0-1-0-0'],
  extra: { accountType: 'company', companyList: ['c-1'] },
  ...more,
});

test.each<[string, UserInfo, UserInfo, boolean]>([
  ['the same', user(), user(), false],
  ['a permission more', user(), user({ scopes: ['0-1-0-0', '0-1-0-1'] }), false],
  ['a permission less', user(), user({ scopes: [] }), true],
  ['a company more', user(), user({ extra: { accountType: 'company', companyList: ['c-1', 'c-2'] } }), false],
  ['another company', user(), user({ extra: { accountType: 'company', companyList: ['c-2'] } }), true],
  ['no administrator any more', user({ admin: true }), user({ admin: false }), true],
  ['narrowed to a region', user(), user({ regions: ['r-east'] }), true],
])('%s', (_, before, now, lost) => {
  expect(hasLost(before, now)).toBe(lost);
});
