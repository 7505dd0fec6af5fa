import { texts, isText } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CHANNEL, type Client, COMPANY, GLOBAL, REGIONAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { addressOf, type Call, callsOf } from '#tests/server/matrix/requests.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';
import {
  dropdowns,
  globalAndChannel,
  globalOnly,
  type Item,
  type Kind,
  type Mode,
  modeEntry,
  onlyAdmin,
  readByAll,
} from '#tests/spec/section6.ts';
import { objects } from '#tests/support/answers.ts';
import { sure, shaped, optional, listOf } from '#tests/support/shape.ts';
import type { PermissionTree } from '#domain/access/permission-tree.ts';

let server: TestServer;
let calls: Call[];
/** Accounts that hold every permission there is: only their kind, and whether they are administrators, can keep something from them. */
const tokens: { kind: Kind; admin: boolean; token: string }[] = [];
const kinds: readonly Kind[] = ['superAdmin', 'global', 'channel', 'company'];

beforeAll(async () => {
  server = await testServer();
  const { store, system, sessions } = server.services;
  const [role, user] = [store.spec('Role'), store.spec('User')];
  if (!role || !user) throw new Error('The contract has no roles and accounts');
  await system.write(async (tx) => {
    await tx.insert(role, { roleId: 'r-everything', name: 'Everything', type: 'company', scopes: everyId(server.services.contract.tree) });
    for (const kind of kinds)
      for (const admin of [true, false]) {
        const base = { username: `${kind}-${String(admin)}@six.example`, name: 'Six', accountType: kind, admin, rolesId: ['r-everything'] };
        const place = {
          company: { companyId: 'c-huaxin' },
          channel: { channelTradeId: 'ch-north' },
          global: { companyList: ['c-huaxin'] },
          superAdmin: {},
        };
        await tx.insert(user, { ...base, ...place[kind], regions: [], enable: true, ipWhitelist: [], loginMethod: 'password' });
      }
  });
  for (const kind of kinds)
    for (const admin of [true, false])
      tokens.push({ kind, admin, token: (await sessions.create(`${kind}-${String(admin)}@six.example`)).token });
  calls = callsOf(server);
});
afterAll(() => server.remove());

/** Every call of an item, by every kind of account; refused is what is refused for lack of permission, whatever is named. */
async function check(item: Item, may: (kind: Kind, admin: boolean) => boolean): Promise<number> {
  const wrong: string[] = [];
  const about = calls.filter(({ path, method, access }) => {
    const place = path.replace(/^\/api/, '');
    if (!item.calls.test(place) || access === 'session') return false;
    return (item.what === 'all' || method !== 'GET') && !(method === 'GET' && readByAll.includes(place));
  });
  for (const call of about) {
    for (const { kind, admin, token } of tokens) {
      const answer = await server.app.inject({
        method: call.method,
        url: addressOf(call, { companyId: 'c-huaxin' }, {}),
        headers: { authorization: `Bearer ${token}`, 'if-match': '*', ...(call.body ? { 'content-type': 'application/json' } : {}) },
        ...(call.body ? { payload: JSON.stringify(call.body) } : {}),
      });
      const refused = answer.statusCode === 403 && /"code":"(delete-)?forbidden"/.test(answer.body);
      if (refused === may(kind, admin) || answer.statusCode >= 500) wrong.push(`${kind} ${String(admin)} ${call.id}: ${answer.statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
  return about.length;
}

const isKind = (value: unknown): value is Kind => kinds.some((kind) => kind === value);
const isLoginInfo = shaped({
  extra: shaped({ accountType: isKind, companyList: optional(listOf(isText)), channels: optional(listOf(listOf(isText))) }),
});
type LoginInfo = { extra: { accountType: Kind; companyList: string[] | undefined; channels: string[][] | undefined } };

describe('mode entry by what the user info says', () => {
  /** The rule in the words of section 6. */
  const modesOf = ({ extra }: LoginInfo): Mode[] => {
    const row = modeEntry.find(
      ({ kind, companies, channels }) =>
        kind === extra.accountType && companies === (extra.companyList ?? []).length > 0 && channels === (extra.channels ?? []).length > 0,
    );
    return [...(row?.modes ?? [])];
  };

  test.each([
    [SUPER, ['global', 'channel', 'company'], 3, 2],
    [GLOBAL, ['global', 'channel', 'company'], 2, 1],
    ['fixture-channels@demo.example', ['channel'], 0, 2],
    [CHANNEL, ['channel', 'company'], 2, 1],
    ['fixture-two-channels@demo.example', ['channel', 'company'], 2, 2],
    [COMPANY, ['company'], 1, 0],
    ['fixture-two-companies@demo.example', ['company'], 2, 0],
    ['delegate@demo.example', ['company'], 2, 0],
    ['fixture-future@demo.example', ['company'], 1, 0],
    ['fixture-expired@demo.example', ['company'], 1, 0],
  ])('%s', async (username, modes, companies, channels) => {
    const { body } = await (await server.as(username)).get(`/api/v1/users/${username}`, { query: { page: 'login' } });
    const info = sure(body, isLoginInfo);
    const { companyList, channels: channelList } = info.extra;
    expect([companyList?.length, channelList?.length]).toEqual([companies, channels]);
    expect(modesOf(info)).toEqual(modes);
    for (const channel of channelList ?? []) expect(channel[0]).toMatch(/^ch-/);
    // a global user without companies starts in a channel
    expect(body['targetChannelId'] !== undefined).toBe(companies === 0 && channels > 0);
    expect(body['targetCompany'] !== undefined).toBe(companies > 0);
  });

  test('who cannot change a dropdown has an own company, an own channel', async () => {
    for (const [username, kind] of [
      [COMPANY, 'company'],
      [CHANNEL, 'channel'],
    ] as const) {
      const { body } = await (await server.as(username)).get(`/api/v1/users/${username}`, { query: { page: 'login' } });
      expect(dropdowns[kind].company || body['companyId'] !== undefined).toBe(true);
      expect(dropdowns[kind].channel || kind !== 'channel' || body['channelTradeId'] !== undefined).toBe(true);
    }
  });
});

describe('sites by regions', () => {
  const sitesOf = async (username: string): Promise<number> => {
    const client: Client = await server.as(username);
    return Number((await client.get('/api/v1/sites', { query: { companyId: 'c-huaxin', limit: '1' } })).body['total']);
  };

  test('super administrators see all, others those of their regions; none and all mean every site', async () => {
    const all = await sitesOf(SUPER);
    expect(await sitesOf(COMPANY)).toBe(all);
    expect(await sitesOf('fixture-no-regions@demo.example')).toBe(all);
    expect(await sitesOf('fixture-all-regions@demo.example')).toBe(all);
    expect(await sitesOf(REGIONAL)).toBeGreaterThan(0);
    expect(await sitesOf(REGIONAL)).toBeLessThan(all);
    expect(await sitesOf('delegate@demo.example')).toBeLessThan(all);
    expect(await sitesOf('fixture-future@demo.example')).toBe(0);
  });
});

describe('delegations', () => {
  test('merge into what one has while they run, without duplicates', async () => {
    const { body } = await (await server.as('viewer@demo.example')).get('/api/v1/users/viewer@demo.example', { query: { page: 'login' } });
    const scopes = texts(body['scopes']);
    expect(new Set(scopes).size).toBe(scopes.length);
    const [delegated] = objects(body['entrusts']);
    expect(scopes).toEqual(expect.arrayContaining(texts(objects(delegated?.['roles'])[0]?.['scopes'] ?? ['none'])));
    expect(sure(body, isLoginInfo).extra.companyList).toEqual(delegated?.['companies']);
    const received = resultsOf(await (await server.as('fixture-future@demo.example')).get('/api/v1/entrusts'));
    expect(received.map((row) => row['entrustId'])).toEqual(['e-fixture-future']);
  });
});

describe('section 6 holds for the server', () => {
  // the last of this file: nobody logs in to a world that stands still
  beforeAll(() => freeze(server));

  test('what it keeps for global accounts, for channels, for administrators', async () => {
    const counts: string[] = [];
    let checked = 0;
    const admins = new Set(onlyAdmin.map(({ words, node }) => (words === 'report edit' ? node : '')));
    for (const item of globalOnly) {
      const count = await check(item, (kind, admin) => kind === 'superAdmin' || (kind === 'global' && (admin || !admins.has(item.node))));
      checked += count;
      if (count === 0) counts.push(item.node);
    }
    for (const item of globalAndChannel.slice(0, 1)) checked += await check(item, (kind) => kind !== 'company');
    for (const item of onlyAdmin.filter(({ words }) => words !== 'report edit'))
      checked += await check(item, (kind, admin) => kind === 'superAdmin' || admin);
    console.log(
      `section 6: ${checked} calls by ${tokens.length} accounts that hold every permission; no call yet for ${counts.join(', ') || 'nothing'}`,
    );
    expect(checked).toBeGreaterThan(60);
  });

  test('companies are listed to switch between by everybody, managed by global accounts only', async () => {
    for (const kind of kinds) {
      const headers = { authorization: `Bearer ${tokens.find((each) => each.kind === kind && each.admin)?.token ?? ''}` };
      const [page, list] = await Promise.all(
        ['', '&view=list'].map((view) => server.app.inject({ url: `/api/v1/companies?locale=en${view}`, headers })),
      );
      expect([kind, page?.statusCode, list?.statusCode]).toEqual([kind, kind === 'superAdmin' || kind === 'global' ? 200 : 403, 200]);
    }
  });
});

function everyId(tree: PermissionTree): string[] {
  return tree.flatMap((node) => [node.id, ...everyId(node.children ?? [])]);
}
