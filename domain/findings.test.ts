import { expect, test } from 'vitest';
import type { SchemaError } from './causes.ts';
import type { Field } from './model.ts';
import { schemaFindings, type SchemaFinding } from './findings.ts';

const error = (keyword: string, instancePath: string, params: Record<string, unknown> = {}): SchemaError => ({
  keyword,
  instancePath,
  schemaPath: `#/${keyword}`,
  params,
});
const told = (findings: SchemaFinding[]) => findings.map(({ pointer, code }) => `${pointer} ${code.replace('schema.', '')}`);
const map = (...found: SchemaError[]) => told(schemaFindings(found, {}));

test('a missing property is an error of that property, an unknown one of itself', () => {
  expect(map(error('required', '/lan/0', { missingProperty: 'ip' }))).toEqual(['/lan/0/ip required']);
  expect(map(error('required', '', { missingProperty: 'a/b' }))).toEqual(['/a~1b required']);
  expect(map(error('additionalProperties', '/lan', { additionalProperty: 'x' }))).toEqual(['/lan/x additionalProperties']);
  expect(map(error('unevaluatedProperties', '', { unevaluatedProperty: 'x' }))).toEqual(['/x unevaluatedProperties']);
});

test('frames speak only where nothing more exact does', () => {
  expect(map(error('minimum', '/mtu'), error('if', '', { failingKeyword: 'then' }))).toEqual(['/mtu minimum']);
  expect(map(error('oneOf', '/range'))).toEqual(['/range oneOf']);
});

test('of alternatives, the closest speaks', () => {
  expect(map(error('format', '/ip'), error('type', '/ip'), error('anyOf', '/ip'))).toEqual(['/ip format']);
  expect(map(error('required', '/range', { missingProperty: 'from' }), error('const', '/range'), error('oneOf', '/range'))).toEqual([
    '/range/from required',
  ]);
  expect(map(error('type', '/ip'), error('anyOf', '/ip'))).toEqual(['/ip type']);
});

test('the same sentence is said once', () => {
  expect(map(error('minimum', '/a'), error('minimum', '/a'))).toEqual(['/a minimum']);
});

const object = (fields: Field[]): Field => ({ name: '', path: '', kind: 'object', fields });
const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const within = (found: SchemaError[], doc: unknown, field: Field) => told(schemaFindings(found, doc, field));
const port = object([
  text('mode', { values: ['static', 'dhcp'], required: true }),
  text('ip', { format: 'ip', required: true, when: { property: 'mode', in: ['static'] } }),
  text('mask', { when: { property: 'mode', in: ['static'] } }),
]);
const refused = (...names: string[]) => names.map((unevaluatedProperty) => error('unevaluatedProperties', '', { unevaluatedProperty }));

test('a wrong value of a branch marks nothing else of it', () => {
  const doc = { mode: 'static', ip: '999', mask: '24' };
  expect(within([error('format', '/ip', { format: 'ip' }), error('if', ''), ...refused('ip', 'mask')], doc, port)).toEqual([
    '/ip format.ip.invalid',
  ]);
  const missingIp = [error('required', '', { missingProperty: 'ip' }), ...refused('mode', 'mask')];
  expect(within(missingIp, { mode: 'static', mask: '24' }, port)).toEqual(['/ip required']);
});

test('a wrong choice marks nothing that it would open', () => {
  const doc = { mode: 'statix', ip: '1.1.1.1', mask: '24' };
  expect(within([error('enum', '/mode', { allowedValues: [] }), ...refused('ip', 'mask')], doc, port)).toEqual(['/mode enum']);
  expect(within([error('required', '', { missingProperty: 'mode' }), ...refused('ip')], { ip: '1.1.1.1' }, port)).toEqual([
    '/mode required',
  ]);
});

test('what really is unknown, or belongs to another branch, is told beside what else is wrong', () => {
  const doc = { mode: 'static', ip: '999', zz: 1 };
  expect(within([error('format', '/ip', { format: 'ip' }), ...refused('ip', 'zz')], doc, port)).toEqual([
    '/ip format.ip.invalid',
    '/zz unevaluatedProperties',
  ]);
  expect(within(refused('mask'), { mode: 'dhcp', mask: '24' }, port)).toEqual(['/mask unevaluatedProperties']);
});

test('of a union, the member that was meant speaks', () => {
  const field = object([
    {
      name: 'range',
      path: 'range',
      kind: 'variants',
      variants: [
        object([text('day', { const: 'x', required: true }), text('from', { required: true })]),
        object([text('date', { required: true }), text('to', { required: true })]),
      ],
    },
  ]);
  const found = [
    error('required', '/range', { missingProperty: 'from' }),
    error('required', '/range', { missingProperty: 'date' }),
    error('required', '/range', { missingProperty: 'to' }),
    error('anyOf', '/range'),
  ];
  expect(within(found, { range: { day: 'x' } }, field)).toEqual(['/range/from required']);
});

test('a value that is wrong in several ways is wrong once', () => {
  expect(within([error('pattern', '/ip'), error('minLength', '/ip'), error('format', '/ip')], { ip: '' }, port)).toEqual(['/ip minLength']);
  expect(within([error('enum', '/mode', {}), error('type', '/mode')], { mode: 1 }, port)).toEqual(['/mode type']);
});

test('a refused format gives its own reason, and what is put into a sentence is short', () => {
  const [format] = schemaFindings([error('format', '/ip', { format: 'ipv4' })], { ip: '10.0.0.256' });
  expect(format).toMatchObject({ pointer: '/ip', code: 'format.ipv4.invalid' });
  const long = { name: 'x'.repeat(100), kind: 'c' };
  expect(schemaFindings([error('maxLength', '/name', { limit: 40 }), error('enum', '/kind', { allowedValues: ['a', 'b'] })], long)).toEqual(
    [
      { pointer: '/name', code: 'schema.maxLength', params: { limit: '40', value: `${'x'.repeat(60)}…` } },
      { pointer: '/kind', code: 'schema.enum', params: { allowed: 'a, b', value: 'c' } },
    ],
  );
});
