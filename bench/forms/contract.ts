import { whoAmI } from '#tests/support/harness-site.ts';

/** A foreign contract with what the benchmarks draw: 200 fields, 200 rows of 6, 65,535 address rules, rows of a table. */
export function benchContract(): unknown {
  const text = (title: string): unknown => ({ type: 'string', title, maxLength: 128 });
  const columns = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`column${at + 1}`, text(`Column ${at + 1}`)]));
  const id = { type: 'string', readOnly: true };
  return {
    openapi: '3.1.0',
    info: { title: 'Benchmarks', version: '1' },
    paths: {
      ...Object.fromEntries(['Wide', 'Long', 'Rules', 'Row', 'Small'].flatMap((name) => Object.entries(paths(name)))),
      '/api/user/{username}': whoAmI,
    },
    components: {
      schemas: {
        Small: { type: 'object', properties: { id, only: text('Only') } },
        Wide: {
          type: 'object',
          properties: { id, ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at + 1}`, text(`Field ${at + 1}`)])) },
        },
        Long: {
          type: 'object',
          properties: { id, rows: { type: 'array', title: 'Rows', maxItems: 1000, items: { type: 'object', properties: columns(6) } } },
        },
        Rules: {
          type: 'object',
          properties: {
            id,
            rules: {
              type: 'array',
              title: 'Rules',
              maxItems: 65_535,
              items: { type: 'string', format: 'address-rule', minLength: 1 },
              'x-ui': { widget: 'addressRules' },
            },
          },
        },
        Row: { type: 'object', properties: { id, ...columns(6) } },
      },
    },
  };
}

function paths(name: string): Record<string, unknown> {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { 'application/json': { schema } };
  const path = `/${name.toLowerCase()}s`;
  const page = { type: 'object', properties: { total: { type: 'integer' }, results: { type: 'array', items: schema } } };
  return {
    [path]: {
      get: { operationId: `list${name}`, responses: { 200: { description: 'Rows', content: { 'application/json': { schema: page } } } } },
      post: { operationId: `create${name}`, requestBody: { content }, responses: { 201: { description: 'Made', content } } },
    },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: `get${name}`, responses: { 200: { description: 'One', content } } },
    },
  };
}
