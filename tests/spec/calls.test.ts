import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tests/spec/contract.ts';
import { section7 } from '#tests/spec/section7.ts';

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
  test.each(section7)('%s %s', (method, path, expected) => {
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
