import { describe, expect, test } from 'vitest';
import { asArray, asObject } from '#domain/json.ts';
import { dereference, findRaw, rawOperation } from '#tests/support/contract-document.ts';
import { section7 } from '#tests/spec/section7.ts';

/** Spec section 7. `{id}` of the specification is a parameter with a telling name here. */
describe('calls of section 7', () => {
  test.each(section7)('%s %s', (method, path, expected) => {
    const call = findRaw(path, method.toLowerCase());
    expect(call).toBeDefined();
    if (call === undefined) return;
    const query = call.parameters.filter((each) => each.in === 'query');
    expect(
      missing(
        expected.query,
        query.map(({ name }) => name),
      ),
    ).toEqual([]);
    expect(missing(expected.body, propertiesOf(call.body?.schema))).toEqual([]);
    const success = Object.keys(call.responses).find((status) => status.startsWith('2')) ?? '';
    if (expected.status !== undefined) expect(Object.keys(call.responses)).toContain(expected.status);
    expect(missing(expected.answer, namesOf(call.responses[expected.status ?? success]))).toEqual([]);
  });

  test('alerts: 1000 unless asked otherwise, of every company unless one is named', () => {
    const query = rawOperation({ path: '/api/v1/mgr/alerts', method: 'get' }).parameters;
    expect(query.find(({ name }) => name === 'limit')?.schema['default']).toBe(1000);
    expect(query.find(({ name }) => name === 'companyId')).toMatchObject({ required: false });
  });

  test('companies as ids and names go up to a million in one answer', () => {
    const query = rawOperation({ path: '/api/v1/companies', method: 'get' }).parameters;
    expect(query.find(({ name }) => name === 'limit')?.schema).toMatchObject({ maximum: 1e6 });
    expect(query.map(({ name }) => name)).toContain('view');
  });

  test('a changed channel and the batches have 60 seconds', () => {
    const seconds = (path: string, method: string) => asObject(rawOperation({ path, method }).node['x-ui'])['timeout'];
    expect(seconds('/api/v1/channelTrades/{channelTradeId}', 'put')).toBe(60);
    expect(seconds('/api/v1/batchCreateSites', 'post')).toBe(60);
    expect(seconds('/api/v1/batchUpdateSites', 'post')).toBe(60);
  });

  test('the SMS code is asked for without a token', () => {
    expect(rawOperation({ path: '/api/v2/tokens/sms', method: 'post' }).node['security']).toEqual([]);
    expect(rawOperation({ path: '/api/v1/tags', method: 'get' }).node['security']).toBeUndefined();
  });
});

function missing(names: string | undefined, found: string[]): string[] {
  return (names?.split(' ') ?? []).filter((name) => !found.includes(name));
}

function namesOf(response: unknown): string[] {
  const [content] = Object.values(asObject(dereference(response)['content']));
  return propertiesOf(asObject(content)['schema']);
}

function propertiesOf(schema: unknown): string[] {
  const { properties, allOf } = dereference(schema);
  return [...Object.keys(asObject(properties)), ...asArray(allOf).flatMap(propertiesOf)];
}
