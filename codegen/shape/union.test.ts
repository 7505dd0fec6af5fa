import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { buildField } from '../fields.ts';
import { ContractDocument } from '../read/document.ts';

const text: Json = { type: 'string' };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function fieldOf(schema: Json, schemas: Record<string, Json> = {}) {
  return buildField({ document: new ContractDocument({ components: { schemas } }), words: new Map(), guesses: [] }, schema, 'it');
}

test('alternatives that only require something are no union of texts: the object is what it is', () => {
  const field = fieldOf({
    type: 'object',
    required: ['name'],
    properties: { name: text, domain: text, domains: { type: 'array', items: text } },
    anyOf: [{ required: ['domain'] }, { required: ['domains'] }],
  });
  expect(field.kind).toBe('object');
  expect(field.fields?.map(({ name, required }) => [name, required])).toEqual([
    ['name', true],
    ['domain', undefined],
    ['domains', undefined],
  ]);
});

test('shapes are told apart as the mapping of their discriminator has it, else by their names', () => {
  const shape = (name: string): Json => ({ type: 'object', properties: { type: text, [name]: text } });
  const schemas = { Oidc: shape('issuer'), Saml: shape('certificate') };
  const union = (discriminator: Json): Json => ({ oneOf: [ref('Oidc'), ref('Saml')], discriminator });
  const mapped = fieldOf(
    union({ propertyName: 'type', mapping: { oidc: '#/components/schemas/Oidc', 'saml-1': 'Saml', 'saml-2': 'Saml' } }),
    schemas,
  );
  expect(mapped.kind).toBe('object');
  expect(mapped.fields?.map(({ name, values, when }) => [name, values ?? when])).toEqual([
    ['type', ['oidc', 'saml-1', 'saml-2']],
    ['issuer', { property: 'type', in: ['oidc'] }],
    ['certificate', { property: 'type', in: ['saml-1', 'saml-2'] }],
  ]);
  expect(fieldOf(union({ propertyName: 'type' }), schemas).fields?.[0]?.values).toEqual(['Oidc', 'Saml']);
});
