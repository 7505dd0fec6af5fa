import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import zh from '#locales/zh/resource.json' with { type: 'json' };
import { valueOf } from './convert.ts';
import { describeField, exampleOf } from './describe-field.ts';

const labels = { title: '', plural: '', fields: {}, enums: {}, actions: {}, help: {}, groups: {} };
const field = (format: string): Field => ({ name: 'at', path: 'at', kind: 'text', format });

beforeAll(() => i18next.init({ lng: 'zh', resources: { zh: { resource: zh } } }));

test('a time is called a time, and shown as an export writes it and an import reads it', () => {
  expect(describeField(field('date-time'), labels)).toBe('时间，例如 2026-01-31 08:30:00');
  expect(describeField(field('date'), labels)).toBe('日期，例如 2026-01-31');
  expect(valueOf(field('date-time'), exampleOf(field('date-time'), labels), { languages: [labels] })).toMatch(
    /^2026-01-3\dT\d\d:30:00\.000Z$/,
  );
});

test.each([
  ['text', '文本'],
  ['number', '数字'],
  ['integer', '整数'],
] as const)('%s is called by a word', (kind, word) => {
  expect(describeField({ name: 'at', path: 'at', kind }, labels)).toBe(word);
});
