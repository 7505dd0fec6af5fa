import { answered } from '#tests/support/answered.ts';
import { objects } from '#tests/support/answers.ts';
import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import {
  CHANNEL,
  type Client,
  COMPANY,
  DELEGATE,
  encoded,
  GLOBAL,
  PASSWORD,
  REGIONAL,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';
import { type Doc, placesOf, pointersOf } from '#tests/server/item-changes.ts';

/** What section 3 names that is no property of an item that is changed: answers, and single words of it. */
let server: TestServer;
let boss: Client;
beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

function specOf(name: string): ItemSpec {
  const spec = server.services.store.specNamed(name);
  if (!spec) throw new Error(`no ${name}`);
  return spec;
}

describe('what section 3 says of single fields', () => {
  const made = { name: 'Umbrella', city: 'Beijing', contact: 'Zhao Min', mobile: '13800000003' };
  const authParams = { authType: 'radius', server: 'radius.umbrella.example', port: 1812 };

  test('a new company takes authParams and no companyId, createdAt, channelTradeId of its own; it has five mobile accounts', async () => {
    const reply = await boss.post('/api/v1/companies', { ...made, authParams });
    expect(reply).toMatchObject({ status: 201, body: { name: 'Umbrella', wirelessAccountLimit: 5 } });
    const wrong = await boss.post('/api/v1/companies', { ...made, name: 'Other', authParams: { ...authParams, authType: 'another' } });
    expect([wrong.status, pointersOf(wrong)]).toEqual([422, expect.arrayContaining(['/authParams/authType'])]);
    for (const own of ['companyId', 'createdAt', 'channelTradeId']) {
      const refused = await boss.post('/api/v1/companies', { ...made, name: `With ${own}`, [own]: '2026-01-01T00:00:00Z' });
      expect([own, refused.status, pointersOf(refused)]).toEqual([own, 422, expect.arrayContaining([`/${own}`])]);
    }
  });

  test('the system is enabled until somebody says otherwise, by yes or no', async () => {
    const at = '/api/v1/system';
    const { revision: _, updatedAt: __, ...config } = (await boss.get(at)).body;
    expect(config).toMatchObject({ enable: true });
    const refused = await boss.put(at, { ...config, enable: 'yes' });
    expect([refused.status, pointersOf(refused)]).toEqual([422, expect.arrayContaining(['/enable'])]);
    for (const enable of [false, true]) {
      expect((await boss.put(at, { ...config, enable })).body).toMatchObject({ enable });
      expect((await boss.get(at)).body).toMatchObject({ enable });
    }
  });

  test('a password opens the account and is never shown', async () => {
    const account = {
      username: 'section3@demo.example',
      name: 'Three',
      accountType: 'company',
      companyId: 'c-huaxin',
      rolesId: ['role-huaxin-operator'],
    };
    const weak = await boss.post('/api/v1/users', { ...account, password: 'short' });
    expect([weak.status, pointersOf(weak)]).toEqual([422, expect.arrayContaining(['/password'])]);
    const reply = await boss.post('/api/v1/users', { ...account, password: PASSWORD });
    expect(reply).toMatchObject({ status: 201, body: { username: account.username } });
    expect(reply.body).not.toHaveProperty('password');
    const { username } = account;
    expect((await server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, PASSWORD) })).status).toBe(201);
  });

  test('what is measured is asked for up, down, and in no other direction', async () => {
    const ask = (direction: string) => boss.get('/api/v1/companies/c-huaxin/monitor/networkBandwidth', { query: { direction } });
    for (const direction of ['up', 'down']) {
      const { series } = answered('getNetworkBandwidth', (await ask(direction)).body);
      expect(series.map((each) => each.direction)).toEqual([direction]);
    }
    const refused = await ask('sideways');
    expect([refused.status, pointersOf(refused)[0]]).toEqual([422, '/query/direction']);
  });
});

/** Answers that are no items: every field that section 3 names is in one of them. */
describe('answers of section 3', () => {
  const ACCOUNTS = [SUPER, GLOBAL, CHANNEL, COMPANY, REGIONAL, DELEGATE];
  const userInfos = async (): Promise<Doc[]> => {
    // who looks after a channel without companies enters none, and is told the channel
    const [user, channel] = [specOf('User'), specOf('ChannelTrade')];
    await server.services.system.write(async (tx) => {
      const account = await tx.get(user, REGIONAL);
      if (!account || (await tx.get(channel, 'ch-empty'))) return;
      await tx.insert(channel, { channelTradeId: 'ch-empty', name: 'Empty' });
      const { companyId: _, ...rest } = account.doc;
      await tx.update(user, account, { ...rest, accountType: 'channel', channelTradeId: 'ch-empty', rolesId: [], regions: [] });
    });
    const found: Doc[] = [];
    for (const username of ACCOUNTS) {
      const client = await server.as(username);
      found.push(asObject((await client.get(`/api/v1/users/${username}`, { query: { page: 'login' } })).body));
    }
    return found;
  };
  const rows = async (path: string): Promise<Doc[]> => objects(resultsOf(await boss.get(path)));

  const answers: Record<string, () => Promise<Doc[]>> = {
    session: async () => {
      const given = (username: string) => server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, PASSWORD) });
      const user = specOf('User');
      await server.services.system.write(async (tx) => {
        const account = await tx.get(user, VIEWER);
        if (account) await tx.update(user, account, { ...account.doc, mobile: '13800138000', loginMethod: 'sms' });
      });
      return [asObject((await given(COMPANY)).body), asObject((await given(VIEWER)).body)];
    },
    'user info': userInfos,
    'active delegation': async () => (await userInfos()).flatMap(({ entrusts }) => (Array.isArray(entrusts) ? objects(entrusts) : [])),
    city: () => rows('/api/v1/companies/c-huaxin/cities'),
    'city-site item': () => rows('/api/v1/companies/c-huaxin/citySites'),
    'site selection item': () => rows('/api/v1/companies/c-huaxin/sitesSelect'),
    'alert dictionary': async () => [asObject((await boss.get('/api/v1/alertCodes/dict')).body)],
  };

  test.each([
    ['session', 'token refreshToken expiresIn loginMethods[].type'],
    [
      'user info',
      'admin contact company scopes version role rolesId extra extra.accountType extra.companyList extra.channels[][] extra.channelTradeId ' +
        'entrusts language targetCompany targetCompany.name targetCompany.companyId targetCompany.auditType targetChannelId regions tags companies',
    ],
    ['active delegation', 'startTime endTime roles roles[].scopes companies regions'],
    ['city', 'regionId name'],
    ['city-site item', '_id sites devices'],
    ['site selection item', 'neId sn city wan wan[].logicName wan[].ifaces wan[].ifaces[].name wan[].ifaces[].bandwidth'],
    [
      'alert dictionary',
      'codes[].code codes[].name codes[].severity codes[].desc codes[].descEn groups[].code groups[].desc groups[].descEn groups[].alerts',
    ],
  ])('%s', async (name, paths) => {
    const found = (await answers[name]?.()) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(paths.split(' ').filter((path) => !found.some((doc) => placesOf(doc, path).length > 0))).toEqual([]);
  });
});
