import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { formats } from '#domain/formats/registry.ts';
import { keepRegisteredFormats } from './registered-formats.ts';

const text = (format: string): Record<string, Json> => ({ type: 'string', format });

test('of the formats of a contract that is not ours only those stay that mean the same to everybody', () => {
  const names = ['id', 'name', 'port', 'mac', 'email', 'date', 'time', 'ipv4', 'int32', 'site-name'];
  const schema = { properties: Object.fromEntries(names.map((name) => [name, text(name)])) };
  keepRegisteredFormats(schema);
  const kept = Object.entries(schema.properties).flatMap(([name, { format }]) => (format === undefined ? [] : [name]));
  expect(kept).toEqual(['email', 'date', 'time', 'ipv4', 'int32']);
});

test('a password says how it is typed: no rule of ours holds for it', () => {
  const schema = text('password');
  keepRegisteredFormats(schema);
  expect(schema).toEqual({ type: 'string', format: 'secret' });
  expect(formats).not.toHaveProperty('secret');
});

test('a format of ours stays where an annotation of ours stands beside it', () => {
  const schema = { lan: { ...text('cidr'), 'x-ui': {} }, wan: text('cidr') };
  keepRegisteredFormats(schema);
  expect(schema).toEqual({ lan: { ...text('cidr'), 'x-ui': {} }, wan: { type: 'string' } });
});

test('a property that is called format, and examples, stay what they are', () => {
  const schema = { properties: { format: { type: 'string', example: { format: 'name' } } }, example: text('name') };
  const before = structuredClone(schema);
  keepRegisteredFormats(schema);
  expect(schema).toEqual(before);
});
