import { objects } from '#tests/support/answers.ts';
import { asArray } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CHANNEL, type Client, COMPANY, companyOf, GLOBAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let boss: Client;
let global: Client;
let client: Client;
let own: string;

beforeAll(async () => {
  server = await testServer();
  [boss, global, client] = await Promise.all([server.as(SUPER), server.as(GLOBAL), server.as(COMPANY)]);
  own = await companyOf(client);
});
afterAll(() => server.remove());

const rules = '/api/v1/policyRules';
const templates = '/api/v1/policyTemplates';
const scenarios = '/api/v1/policyScenarios';
const strategies = '/api/v1/strategyApplications';
const any = { kind: 'any' };
const rule = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  priority: 500,
  matchType: 'fiveTuple',
  source: any,
  destination: any,
  egressType: 'singleOut',
  ...more,
});

async function made(path: string, body: Record<string, unknown>): Promise<string> {
  const reply = await boss.post(path, body);
  expect(reply).toMatchObject({ status: 201 });
  return String(reply.body['id']);
}

const countOf = async (path: string, id: string, property: string) => (await boss.get(`${path}/${id}`)).body[property];

describe('policy', () => {
  test('the platform writes, companies read', async () => {
    expect((await client.get(rules)).status).toBe(200);
    expect((await client.get(templates)).status).toBe(200);
    expect((await client.post(rules, rule('of a company'))).status).toBe(403);
    expect((await client.post(strategies, { companyId: own, name: 'mine', kind: 'template', templateId: 'pt-1' })).status).toBe(403);
    expect((await global.post(rules, rule('of the platform'))).status).toBe(201);
  });

  test('a company sees its own strategies, the platform those of all', async () => {
    const seen = resultsOf(await client.get(strategies, { query: { limit: '1000' } }));
    expect(seen.length).toBeGreaterThanOrEqual(25);
    expect(new Set(seen.map((row) => row['companyId']))).toEqual(new Set([own]));
    const all = resultsOf(await boss.get(strategies, { query: { limit: '1000' } }));
    expect(new Set(all.map((row) => row['companyId'])).size).toBe(3);
  });

  test('a rule hidden from an account type is in no list, picker, search or address of theirs', async () => {
    const id = await made(rules, rule('Secret way', { hiddenFrom: ['company'] }));
    const queries: Record<string, string | string[]>[] = [{ limit: '1000' }, { values: [id] }, { keyword: 'Secret' }];
    for (const query of queries) {
      expect(resultsOf(await client.get(rules, { query })).map((row) => row['id'])).not.toContain(id);
      expect(resultsOf(await global.get(rules, { query })).map((row) => row['id'])).toContain(id);
      expect(resultsOf(await boss.get(rules, { query })).map((row) => row['id'])).toContain(id);
    }
    expect((await client.get(`${rules}/${id}`)).status).toBe(404);
    expect((await global.get(`${rules}/${id}`)).status).toBe(200);
    const unseen = await made(rules, rule('Nobody below', { hiddenFrom: ['global', 'channel', 'company'] }));
    expect((await global.get(`${rules}/${unseen}`)).status).toBe(404);
    expect((await boss.get(`${rules}/${unseen}`)).status).toBe(200);
    expect((await (await server.as(CHANNEL)).get(`${rules}/${unseen}`)).status).toBe(404);
  });

  test('what a rule refers to counts it, and stays while it is used', async () => {
    const tag = await made('/api/v1/policyRuleTags', { name: 'Counted', code: 'counted' });
    const first = await made(rules, rule('Counted rule', { tagIds: [tag] }));
    const second = await made(rules, rule('Counted rule 2', { tagIds: [tag] }));
    expect(await countOf('/api/v1/policyRuleTags', tag, 'ruleCount')).toBe(2);
    const tags = '/api/v1/policyRuleTags';
    expect(await boss.delete(`${tags}/${tag}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: {
        code: 'in-use',
        params: { count: 2, entity: 'Policy rule tag' },
        detail: 'Policy rule tag in use (2 times), cannot be deleted.',
      },
    });
    await boss.put(`${rules}/${second}`, rule('Counted rule 2', { tagIds: [] }), { ifMatch: '*' });
    expect(await countOf(tags, tag, 'ruleCount')).toBe(1);
    expect((await boss.delete(`${rules}/${first}`, { ifMatch: '*' })).status).toBe(204);
    expect(await countOf(tags, tag, 'ruleCount')).toBe(0);
    const before = await boss.get(`${tags}/${tag}`);
    await made(rules, rule('Counted rule 3', { tagIds: [tag] }));
    // counting makes nobody's edit stale
    expect((await boss.put(`${tags}/${tag}`, { name: 'Counted', code: 'counted' }, { ifMatch: before.etag })).body).toMatchObject({
      ruleCount: 1,
    });
    expect((await boss.get(`${tags}/${tag}`)).body['ruleCount']).toBe(1);
  });

  test('a rule referenced by templates and sites cannot be deleted', async () => {
    const id = await made(rules, rule('Held rule'));
    const template = await made(templates, { name: 'Holding', ruleIds: [id] });
    const scenario = await made(scenarios, { name: 'Holding always', templateIds: [template] });
    const sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '2' } })).map((row) => row['siteId']);
    await made(strategies, { companyId: own, name: 'Held at two', kind: 'scenario', scenarioId: scenario, siteIds: sites });
    expect(await countOf(rules, id, 'templateCount')).toBe(1);
    expect([await countOf(templates, template, 'scenarioCount'), await countOf(scenarios, scenario, 'applicationCount')]).toEqual([1, 1]);
    const refused = await boss.delete(`${rules}/${id}`, { ifMatch: '*' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in-use.policy-rule', detail: 'The rule is referenced by 1 templates and 2 sites and cannot be deleted.' },
    });
    const chinese = await boss.delete(`${rules}/${id}`, { ifMatch: '*', query: { locale: 'zh' } });
    expect(chinese.body['detail']).toBe('规则被 1 个模板、2 个站点引用，不能删除。');
    for (const path of [`${templates}/${template}`, `${scenarios}/${scenario}`])
      expect(await boss.delete(path, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'in-use', params: { count: 1 } } });
  });

  test.each([
    ['PolicyRule', rules, rule('Stale rule'), 'Policy rule', '策略规则'],
    ['PolicyTemplate', templates, { name: 'Stale template', ruleIds: ['pol-1'] }, 'Policy template', '策略模板'],
    ['PolicyScenario', scenarios, { name: 'Stale scenario', templateIds: ['pt-1'] }, 'Policy scenario', '策略场景'],
    [
      'StrategyApplication',
      strategies,
      { name: 'Stale strategy', kind: 'template', templateId: 'pt-1' },
      'Strategy application',
      '策略应用',
    ],
  ])('%s modified, refresh and retry', async (_, path, body, english, chinese) => {
    const whole = path === strategies ? { ...body, companyId: own } : body;
    const id = await made(path, whole);
    await boss.put(`${path}/${id}`, { ...whole, remark: 'first' }, { ifMatch: '"1"' });
    const stale = await boss.put(`${path}/${id}`, { ...whole, remark: 'second' }, { ifMatch: '"1"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale', detail: `${english} modified, refresh and retry.` } });
    const again = await boss.put(`${path}/${id}`, whole, { ifMatch: '"1"', query: { locale: 'zh' } });
    expect(again.body['detail']).toBe(`${chinese}已被修改，请刷新后重试。`);
  });

  test('domains: none to 64, each of at most 64 characters', async () => {
    const domain = (length: number) => `${'a'.repeat(length - 8)}.example`;
    const status = async (domains: string[]) =>
      (await boss.post(rules, rule(`D${domains.length}x${domains[0]?.length ?? 0}`, { matchType: 'domain', domains }))).status;
    expect(await status([])).toBe(201);
    expect(await status([domain(64)])).toBe(201);
    expect(await status([domain(65)])).toBe(422);
    expect(await status(Array.from({ length: 64 }, (_, at) => `d${at}.example`))).toBe(201);
    expect(await status(Array.from({ length: 65 }, (_, at) => `d${at}.example`))).toBe(422);
  });

  test('a name is taken once', async () => {
    await made(templates, { name: 'Twice', ruleIds: ['pol-1'] });
    expect(await boss.post(templates, { name: 'Twice', ruleIds: ['pol-1'] })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/name' }] },
    });
  });
});

describe('strategy applications', () => {
  const strategy = (name: string, more: Record<string, unknown>) => ({ companyId: own, name, kind: 'template', ...more });

  test('issued, refreshed with what changed, and to be issued again', async () => {
    const first = await made(rules, rule('Issued one'));
    const second = await made(rules, rule('Issued two', { enable: false }));
    const template = await made(templates, { name: 'Issued', ruleIds: [second, first] });
    const id = await made(strategies, strategy('Issue me', { templateId: template }));
    expect((await boss.get(`${strategies}/${id}`)).body).toMatchObject({ state: 'pending', version: 0, issuedRules: [] });
    expect(await boss.post(`${strategies}/${id}/refresh`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    expect((await client.post(`${strategies}/${id}/issue`)).status).toBe(403);
    expect(await boss.post(`${strategies}/${id}/issue`)).toMatchObject({
      status: 200,
      body: {
        state: 'issued',
        version: 1,
        issuedAt: '2026-03-02T01:00:00Z',
        issuedRules: [{ ruleId: first, revision: 1 }],
      },
    });
    const preview = async (as: Client) => (await as.get(`${strategies}/${id}/preview`)).body;
    expect(await preview(boss)).toMatchObject({ version: 1, changes: [], unchanged: 1, reordered: false });
    expect((await boss.get(`${strategies}/${id}`)).body).toMatchObject({ standing: 'current' });
    await boss.put(`${rules}/${second}`, rule('Issued two', { hiddenFrom: ['company'] }), { ifMatch: '*' });
    await boss.put(`${rules}/${first}`, rule('Issued first'), { ifMatch: '*' });
    // out of date, and nobody's edit becomes stale by it
    expect((await boss.get(`${strategies}/${id}`)).body).toMatchObject({ standing: 'outdated', revision: 2 });
    const listed = await boss.get(strategies, { query: { standing: ['outdated'], values: [id], limit: '1' } });
    expect(resultsOf(listed)[0]).toMatchObject({ id, standing: 'outdated' });
    const told = await preview(boss);
    const sites = asArray(told['places']).length;
    expect(sites).toBeGreaterThan(1);
    expect(told).toMatchObject({
      changes: [
        { id: second, label: 'Issued two', kind: 'added', at: ['changed'], after: { name: 'Issued two' } },
        { id: first, label: 'Issued first', kind: 'changed', before: { name: 'Issued one' }, after: { name: 'Issued first' } },
      ],
      unchanged: 0,
      hiddenPlaces: 0,
    });
    // what is hidden has neither name nor content
    expect(await preview(client)).toMatchObject({
      changes: [
        { id: second, kind: 'added' },
        { id: first, label: 'Issued first' },
      ],
    });
    expect(JSON.stringify(await preview(client))).not.toContain('Issued two');
    expect((await boss.post(`${strategies}/${id}/refresh`)).body).toMatchObject({
      state: 'refreshed',
      version: 2,
      issuedRules: [{ ruleId: second, revision: 2 }, { ruleId: first }],
    });
    const renamed = await boss.put(`${strategies}/${id}`, strategy('Issued me', { templateId: template }), { ifMatch: '*' });
    expect(renamed.body).toMatchObject({ state: 'refreshed', version: 2 });
    const moved = await boss.put(`${strategies}/${id}`, strategy('Issued me', { templateId: 'pt-1' }), { ifMatch: '*' });
    expect(moved.body).toMatchObject({ state: 'pending', standing: 'outdated', version: 2 });
  });

  test('site by site: new ones get every rule, those that leave lose every one, without a device there is nothing', async () => {
    const sites = resultsOf(await boss.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
    const [stays, leaves, comes] = sites.filter((site) => site['sn'] !== undefined).map((site) => String(site['siteId']));
    const bare = String(
      (await boss.post(`/api/v1/companies/${own}/sites`, { name: 'Preview_bare', deployMode: 'gateway' })).body['siteId'],
    );
    const [one, two] = [await made(rules, rule('Site rule one')), await made(rules, rule('Site rule two'))];
    const template = await made(templates, { name: 'By site', ruleIds: [one, two] });
    const body = strategy('By site', { templateId: template, siteIds: [stays, leaves] });
    const id = await made(strategies, body);
    await boss.post(`${strategies}/${id}/issue`);
    await boss.put(`${templates}/${template}`, { name: 'By site', ruleIds: [two] }, { ifMatch: '*' });
    await boss.put(`${strategies}/${id}`, { ...body, siteIds: [stays, comes, bare] }, { ifMatch: '*' });
    const told = (await boss.get(`${strategies}/${id}/preview`)).body;
    const places = Object.fromEntries(objects(told['places']).map((place) => [place.id, place]));
    expect(places).toMatchObject({
      [stays ?? '']: { kind: 'changed', added: 0, removed: 1 },
      [leaves ?? '']: { kind: 'removed', removed: 2 },
      [comes ?? '']: { kind: 'added', added: 1, removed: 0 },
      [bare]: { kind: 'skipped', reason: 'noDevice', label: 'Preview_bare' },
    });
    expect(told['changes']).toMatchObject([
      { id: two, kind: 'added', at: ['added'], places: 1 },
      { id: one, kind: 'removed', at: ['changed', 'removed'], places: 2 },
      { id: two, kind: 'removed', at: ['removed'], places: 1 },
    ]);
    await boss.post(`${strategies}/${id}/issue`);
    const after = (await boss.get(`${strategies}/${id}/preview`)).body;
    expect(after).toMatchObject({ version: 2, changes: [] });
    const standing = objects(after['places']).map((place): [string, string] => [String(place.id), String(place.kind)]);
    expect(new Map(standing)).toEqual(
      new Map([
        [stays, 'unchanged'],
        [comes, 'unchanged'],
        [bare, 'skipped'],
      ]),
    );
  });

  test('fails without rules or devices, and says so', async () => {
    const off = await made(rules, rule('Never on', { enable: false }));
    const empty = await made(templates, { name: 'Empty', ruleIds: [off] });
    const none = await made(strategies, strategy('No rules', { templateId: empty }));
    expect((await boss.get(`${strategies}/${none}/preview`)).body).toMatchObject({ obstacle: 'noRules', changes: [] });
    expect((await boss.post(`${strategies}/${none}/issue`)).body).toMatchObject({ state: 'failed', failure: 'noRules', version: 0 });
    const site = await boss.post(`/api/v1/companies/${own}/sites`, { name: 'Bare_site', deployMode: 'gateway' });
    const bare = await made(strategies, strategy('No device', { templateId: 'pt-1', siteIds: [site.body['siteId']] }));
    expect((await boss.post(`${strategies}/${bare}/issue`)).body).toMatchObject({ state: 'failed', failure: 'noDevice' });
  });
});
