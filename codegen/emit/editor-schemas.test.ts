import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '#domain/json.ts';
import { editorSchemas } from './editor-schemas.ts';

const root = resolve(import.meta.dirname, '../..');
const schemas = editorSchemas(root);
const ajv = new Ajv2020({ strict: false, discriminator: true });
const checks = new Map([...schemas].map(([path, text]) => [join(root, path), ajv.compile(JSON.parse(text))]));
const files = globSync(
  [
    'openapi/{navigation,permissions,approved-changes,problems,service-codes,common}.yaml',
    'openapi/paths/*.yaml',
    'schemas/{entities,values}/*.yaml',
  ],
  {
    cwd: root,
  },
);

/** What the schema that a file names says of a text in its place; nothing where it is right. */
function faults(file: string, text: string): string[] {
  const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  const check = checks.get(resolve(root, dirname(file), named));
  if (!check) return [`${file} names no schema for editors`];
  return check(parse(text, { merge: true })) ? [] : [`${file} ${ajv.errorsText(check.errors)}`];
}

test('every file of the contract names the schema by which an editor completes and checks it, and is right by it', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => faults(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['openapi/navigation.yaml', 'hidden: true', 'hiden: true'],
  ['openapi/permissions.yaml', 'name: readOnly', 'nam: readOnly'],
  ['openapi/problems.yaml', 'status: 400', 'state: 400'],
  ['openapi/service-codes.yaml', 'detail: { zh:', 'detail: { zn:'],
  ['openapi/common.yaml', 'in: query', 'in: querry'],
  ['schemas/entities/tag.yaml', 'columns: [', 'colums: ['],
  ['openapi/paths/tag.yaml', 'level: read', 'level: look'],
  ['schemas/entities/tag.yaml', 'format: plain-text', 'format: plain-txt'],
  ['schemas/entities/site.yaml', 'use: lanModes', 'use: lanMods'],
  ['schemas/entities/site-row.yaml', 'ref: Site', 'ref: Sites'],
  ['schemas/entities/site.yaml', 'ref: { resource: Tag,', 'ref: { resource: Tags,'],
])('of %s, "%s" written as "%s" is a fault', (file, right, wrong) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toContain(right);
  expect(faults(file, text.replace(right, wrong))).toHaveLength(1);
});

test('a key is described where it is completed', () => {
  const entity: unknown = JSON.parse(schemas.get('schemas/editor/entity.json') ?? '');
  const described = JSON.stringify(isObject(entity) ? entity['$defs'] : {});
  expect(described).toContain('"description":"What the operation is to its resource');
});
