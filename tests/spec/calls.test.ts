import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tests/spec/contract.ts';

type Parameter = { name: string; in: string; schema?: { default?: unknown } };
type Schema = { properties?: Record<string, unknown>; allOf?: Schema[]; required?: string[] };
type Content = Record<string, { schema?: Schema }>;
type Call = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security?: unknown[];
  'x-ui'?: { timeout?: number };
};

const bundle = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8')) as { paths: Record<string, Record<string, Call>> };

/** Spec section 7. `{id}` of the specification is a parameter with a telling name here. */
describe('calls of section 7', () => {
  test.each([
    ['POST', '/api/v2/tokens', { body: 'username password captcha', answer: 'token expiresIn refreshToken loginMethods', status: '201' }],
    ['POST', '/api/v2/tokens/refresh', { body: 'username', status: '201' }],
    ['POST', '/api/v1/logout', {}],
    ['GET', '/api/v1/users', { answer: 'results' }],
    ['POST', '/api/v1/users', { body: 'username name password' }],
    ['PUT', '/api/v1/users/{username}', { body: 'username name' }],
    ['DELETE', '/api/v1/users/{username}', {}],
    ['GET', '/api/v1/users/{username}', { query: 'page' }],
    ['PUT', '/api/v1/username', { body: 'username' }],
    ['PUT', '/api/v1/password', { body: 'currentPassword newPassword newPasswordConfirm' }],
    ['GET', '/api/v1/companies', { query: 'companyId hasAll limit skip view', answer: 'results' }],
    ['POST', '/api/v1/companies', { body: 'name authParams' }],
    ['PUT', '/api/v1/companies/{companyId}', { body: 'name' }],
    ['DELETE', '/api/v1/companies/{companyId}', {}],
    ['GET', '/api/v1/entrusts', { query: 'entrust' }],
    ['GET', '/api/v1/companies/{companyId}/regions', {}],
    ['GET', '/api/v1/companies/{companyId}/cities', {}],
    ['GET', '/api/v1/companies/{companyId}/citySites', { query: 'group' }],
    ['GET', '/api/v1/companies/{companyId}/tags', { query: 'limit avaliable' }],
    ['GET', '/api/v1/companies/{companyId}/sites', {}],
    ['GET', '/api/v1/companies/{companyId}/sitesSelect', {}],
    ['GET', '/api/v1/companies/{companyId}/4gSites', {}],
    ['GET', '/api/v1/channelTrades', { query: 'skip limit', answer: 'results' }],
    ['GET', '/api/v1/channelTrades/{channelTradeId}', {}],
    ['PUT', '/api/v1/channelTrades/{channelTradeId}', { body: 'name' }],
    ['DELETE', '/api/v1/channelTrades/{channelTradeId}', {}],
    ['POST', '/api/v1/channelTrades', { body: 'name' }],
    ['GET', '/api/v1/sites', {}],
    ['GET', '/api/v1/companies/{companyId}/sites/{siteId}', {}],
    ['PUT', '/api/v1/companies/{companyId}/sites/{siteId}', { body: 'name' }],
    ['DELETE', '/api/v1/companies/{companyId}/sites/{siteId}', {}],
    ['POST', '/api/v1/companies/{companyId}/sites', { body: 'name' }],
    ['POST', '/api/v1/batchCreateSites', {}],
    ['POST', '/api/v1/batchUpdateSites', {}],
    ['PUT', '/api/v1/replaceDevice/{siteId}', {}],
    ['GET', '/api/v1/configStatus', { query: 'companyId' }],
    ['GET', '/api/v1/locationInfo', { query: 'address' }],
    ['GET', '/api/v1/routeInfoConfigs', {}],
    ['GET', '/api/v1/siteLocations/province', { query: 'companyId' }],
    ['POST', '/api/v1/sitesBase', {}],
    ['POST', '/api/v1/sitesInfo', {}],
    [
      'GET',
      '/api/v1/mgr/alerts',
      { query: 'companyId status skip limit neId deviceId name regex severity startTime endTime', answer: 'total result' },
    ],
    ['PUT', '/api/v1/updateFilterRule/{companyId}', { body: 'enable' }],
    ['GET', '/api/v1/getFilterRule/{companyId}', { answer: 'filterRule' }],
    ['GET', '/api/v1/alertCodes/dict', { answer: 'codes groups' }],
    ['GET', '/api/v1/system', { answer: 'enable' }],
    ['PUT', '/api/v1/system', { body: 'enable' }],
    ['GET', '/api/v2/resource/{name}', {}],
  ] as [string, string, { query?: string; body?: string; answer?: string; status?: string }][])('%s %s', (method, path, expected) => {
    const item = bundle.paths[path] ?? {};
    const call = item[method.toLowerCase()];
    expect(call).toBeDefined();
    if (call === undefined) return;
    const shared = (item as unknown as { parameters?: unknown[] }).parameters ?? [];
    const query = [...shared, ...(call.parameters ?? [])].map((each) => follow(each) as Parameter).filter((each) => each.in === 'query');
    expect(
      missing(
        expected.query,
        query.map(({ name }) => name),
      ),
    ).toEqual([]);
    expect(missing(expected.body, namesOf(follow(call.requestBody) as Call['requestBody']))).toEqual([]);
    const success = Object.keys(call.responses).find((status) => status.startsWith('2')) ?? '';
    if (expected.status !== undefined) expect(Object.keys(call.responses)).toContain(expected.status);
    expect(missing(expected.answer, namesOf(follow(call.responses[expected.status ?? success]) as { content?: Content }))).toEqual([]);
  });

  test('alerts: 1000 unless asked otherwise, of every company unless one is named', () => {
    const query = (bundle.paths['/api/v1/mgr/alerts']?.['get']?.parameters ?? []).map((each) => follow(each) as Parameter);
    expect(query.find(({ name }) => name === 'limit')?.schema?.default).toBe(1000);
    expect(query.find(({ name }) => name === 'companyId')).not.toMatchObject({ required: true });
  });

  test('companies as ids and names go up to a million in one answer', () => {
    const query = (bundle.paths['/api/v1/companies']?.['get']?.parameters ?? []).map((each) => follow(each) as Parameter);
    expect(query.find(({ name }) => name === 'limit')?.schema).toMatchObject({ maximum: 1e6 });
    expect(query.map(({ name }) => name)).toContain('view');
  });

  test('a changed channel and the batches have 60 seconds', () => {
    const seconds = (path: string, method: string) => bundle.paths[path]?.[method]?.['x-ui']?.timeout;
    expect(seconds('/api/v1/channelTrades/{channelTradeId}', 'put')).toBe(60);
    expect(seconds('/api/v1/batchCreateSites', 'post')).toBe(60);
    expect(seconds('/api/v1/batchUpdateSites', 'post')).toBe(60);
  });

  test('the SMS code is asked for without a token', () => {
    expect(bundle.paths['/api/v2/tokens/sms']?.['post']?.security).toEqual([]);
    expect(bundle.paths['/api/v1/tags']?.['get']?.security).toBeUndefined();
  });
});

function missing(names: string | undefined, found: string[]): string[] {
  return (names?.split(' ') ?? []).filter((name) => !found.includes(name));
}

function namesOf(body: { content?: Content } | undefined): string[] {
  return propertiesOf(Object.values(body?.content ?? {})[0]?.schema ?? {});
}

function propertiesOf(schema: Schema): string[] {
  const { properties = {}, allOf = [] } = follow(schema) as Schema;
  return [...Object.keys(properties), ...allOf.flatMap(propertiesOf)];
}

function follow(node: unknown): unknown {
  let current = node;
  while (typeof (current as { $ref?: unknown } | undefined)?.$ref === 'string') {
    const parts = (current as { $ref: string }).$ref.slice(2).split('/');
    current = parts.reduce<unknown>(
      (at, part) => (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      bundle,
    );
  }
  return current;
}
