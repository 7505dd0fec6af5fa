import { expect, test } from 'vitest';
import type { UserInfo } from '#api/user.ts';
import { allowedModes, channelsOf, firstMode, mayEnterChannel } from './modes.ts';

function user(accountType: UserInfo['accountType'], extra: Partial<UserInfo['extra']> = {}, more: Partial<UserInfo> = {}): UserInfo {
  return { username: 'u', accountType, role: accountType, scopes: [], extra: { accountType, ...extra }, ...more };
}

test.each([
  ['super administrator', user('superAdmin'), ['global', 'channel', 'company'], 'global'],
  ['global user with companies', user('global', { companyList: ['c'] }), ['global', 'company'], 'company'],
  ['global user with channels only', user('global', { channels: [['ch', 'North']] }), ['channel'], 'channel'],
  ['channel user', user('channel', { channelTradeId: 'ch' }), ['channel'], 'channel'],
  ['company user', user('company', { companyList: ['c'] }), ['company'], 'company'],
  [
    'user whose view is all companies',
    user('global', { companyList: ['c'] }, { targetCompany: { companyId: '', name: 'all' } }),
    ['global', 'company'],
    'global',
  ],
] as const)('%s', (_, info, modes, first) => {
  expect(allowedModes(info)).toEqual(modes);
  expect(firstMode(info)).toBe(first);
});

test('the company named all means every company', () => {
  const at = (name: string): UserInfo => user('global', { companyList: ['c'] }, { targetCompany: { companyId: 'c', name } });
  expect(firstMode(at('all'))).toBe('global');
  expect(firstMode(at('All Seasons'))).toBe('company');
});

test('a channel is looked after by whom it was given, and by super administrators', () => {
  expect(mayEnterChannel(user('global', { channels: [['a', 'North']] }), 'a')).toBe(true);
  expect(mayEnterChannel(user('channel', { channelTradeId: 'own' }), 'a')).toBe(false);
  expect(mayEnterChannel(user('superAdmin'), 'a')).toBe(true);
});

test('channels are arrays whose first item is the id', () => {
  expect(channelsOf(user('global', { channels: [['a', 'North'], ['b']] }))).toEqual([
    { id: 'a', name: 'North' },
    { id: 'b', name: 'b' },
  ]);
  expect(channelsOf(user('channel', { channelTradeId: 'own' }))).toEqual([{ id: 'own', name: 'own' }]);
});
