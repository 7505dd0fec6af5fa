import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { fill, schemaKeywords } from '#domain/message.ts';
import en from '#locales/en/validation.json' with { type: 'json' };
import zh from '#locales/zh/validation.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const CODE = /'((?:format|rule|password|addressSet|text|body|number)\.[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)'/g;

describe('fill', () => {
  test.each([
    ['{{a}} and {{ b }}', { a: 1, b: 'x' }, '1 and x'],
    ['{{a}}{{a}}', { a: '$&' }, '$&$&'],
    ['{{a}} {{none}}', { a: '{{b}}', b: 1 }, '{{b}} {{none}}'],
    ['{{toString}}', {}, '{{toString}}'],
    ['{a} }}', { a: 1 }, '{a} }}'],
    ['{{field}} 引用的 {{value}} 不存在', { field: '中心站点', value: 's-nowhere' }, '中心站点引用的 s-nowhere 不存在'],
    ['{{field}} 引用的 {{value}} 不存在', { field: 'POP', value: '上海' }, 'POP 引用的上海不存在'],
    ['共 {{n}} 项', { n: 3 }, '共 3 项'],
    ['{{a}} {{b}}', { a: '张', b: '三' }, '张 三'],
    ['{{a}} 的 {{a}}', { a: '张 三' }, '张 三的张 三'],
  ])('%s', (template, params, sentence) => {
    expect(fill(template, params)).toBe(sentence);
  });
});

describe('validation sentences', () => {
  const inDomain = codesIn(join(ROOT, 'domain'));
  const elsewhere = ['server', 'src', 'codegen'].flatMap((folder) => [...codesIn(join(ROOT, folder))]);
  const keywords = schemaKeywords.map((keyword) => `schema.${keyword}`);

  test('both languages have the same, each with the same parameters', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    const english = new Map<string, string>(Object.entries(en));
    for (const [key, sentence] of Object.entries(zh)) {
      expect([key, parametersOf(sentence)]).toEqual([key, parametersOf(english.get(key) ?? '')]);
      expect(sentence).toMatch(/\p{Script=Han}/u);
    }
  });

  test('every code of a format or rule, and every keyword of a schema, has one', () => {
    expect(inDomain.size).toBeGreaterThan(90);
    expect([...inDomain, ...keywords].filter((code) => !Object.hasOwn(en, code))).toEqual([]);
  });

  test('every one is used', () => {
    const used = new Set([...inDomain, ...elsewhere, ...keywords, ...codesOfSchemas()]);
    expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
  });
});

function parametersOf(sentence: string): Set<string | undefined> {
  return new Set([...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]));
}

/** Codes that a schema gives its rules in place of their own. */
function codesOfSchemas(): string[] {
  const folder = join(ROOT, 'schemas/entities');
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/code: (rule\.[\w.]+)/g)].map((match) => match[1] ?? ''),
  );
}

function codesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  return new Set(files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(CODE)].map((match) => match[1] ?? '')));
}
