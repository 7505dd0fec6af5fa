import type { Json } from '#domain/model.ts';
import { harnessSite, type HarnessSite, whoAmI } from '#tests/support/harness-site.ts';

/** As the console's pages are served: what is compiled in the page does not run. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** The harness of forms over a model generated from schemas, one resource each. */
export function islandSite(schemas: Record<string, Json>): Promise<HarnessSite> {
  return harnessSite(contractOf(schemas), 'island.html', { 'content-security-policy': POLICY });
}

/** Each schema is the property `value` of what a resource of its name stores. */
function contractOf(schemas: Record<string, Json>): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Schemas', version: '1' },
    paths: {
      ...Object.fromEntries(Object.keys(schemas).map((name) => [`/${name.toLowerCase()}s`, collection(name)])),
      '/api/user/{username}': whoAmI,
    },
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => [
          [name, { type: 'object', required: ['value'], properties: { value: hoisted(name, schema) } }],
          ...Object.entries(definitionsOf(schema)).map(([key, definition]): [string, Json] => [
            componentOf(name, key),
            hoisted(name, definition),
          ]),
        ]),
      ),
    },
  };
}

function definitionsOf(schema: Json): Record<string, Json> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  const { $defs } = schema;
  return typeof $defs === 'object' && $defs !== null && !Array.isArray($defs) ? $defs : {};
}

/** `#/$defs/x` is a component of the contract, and what stands elsewhere in the schema stands there below its property. */
function hoisted(name: string, schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each) => hoisted(name, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$defs' && key !== '$schema');
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '$ref' && typeof value === 'string' ? referenceIn(name, value) : hoisted(name, value)]),
  );
}

function referenceIn(name: string, reference: string): string {
  const [, defined] = /^#\/\$defs\/([^/]*)$/.exec(reference) ?? [];
  if (defined === undefined) return reference.replace('#', `#/components/schemas/${name}/properties/value`);
  return `#/components/schemas/${componentOf(name, decodeURIComponent(defined).replaceAll('~1', '/').replaceAll('~0', '~'))}`;
}

/** Components have plain names. */
function componentOf(name: string, key: string): string {
  return `${name}_${key.replaceAll(/[^\w.-]/g, '-')}`;
}

function collection(name: string): Json {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { 'application/json': { schema } };
  const rows = { 'application/json': { schema: { type: 'array', items: schema } } };
  return {
    get: { operationId: `list${name}`, responses: { 200: { description: 'Rows', content: rows } } },
    post: { operationId: `create${name}`, requestBody: { required: true, content }, responses: { 201: { description: 'Made', content } } },
  };
}
