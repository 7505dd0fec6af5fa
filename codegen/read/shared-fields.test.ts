import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Memory } from '../remembered.ts';
import { Files } from './files.ts';
import { contractYaml } from './shared-fields.ts';

let root = '';
const memory = new Memory();
const THING = 'schemas/entities/thing.yaml';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shared-fields-'));
  write('schemas/shared/stamped.yaml', `properties: { at: { $ref: '../values/at.yaml' }, revision: { $ref: '../values/revision.yaml' } }`);
  write('schemas/shared/item.yaml', `allOf: [{ $ref: 'stamped.yaml' }]\nproperties: { id: { $ref: '../values/id.yaml' } }`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The entity as it is bundled, its keys in order. */
function bundled(text: string): string {
  write(THING, text);
  return read();
}

function read(): string {
  return JSON.stringify(contractYaml(new Files(root, memory), join(root, THING)));
}

const composed = `{ x-ui: { id: id }, unevaluatedProperties: false, allOf: [{ $ref: ../shared/item.yaml }], properties: { name: { type: string } } }`;

test('identity stands before the own fields, stamps behind, and nothing is left of the composition', () => {
  expect(bundled(composed)).toBe(
    `{"x-ui":{"id":"id"},"additionalProperties":false,"properties":{"id":{"$ref":"../values/id.yaml"},"name":{"type":"string"},"at":{"$ref":"../values/at.yaml"},"revision":{"$ref":"../values/revision.yaml"}}}`,
  );
});

test('what an entity says of a shared field itself holds, in its place', () => {
  expect(bundled(composed.replace('name: {', 'at: { type: integer }, name: {'))).toContain(
    '"name":{"type":"string"},"at":{"type":"integer"},"revision"',
  );
});

test('beside another composition properties stay unevaluated', () => {
  const text = bundled(composed.replace('item.yaml }]', 'item.yaml }, { $ref: ../values/five-tuple.yaml }]'));
  expect(text).toContain('"unevaluatedProperties":false,"allOf":[{"$ref":"../values/five-tuple.yaml"}]');
});

test('a shared schema that is not there is left to the bundler, and one that changes changes who is composed of it', () => {
  expect(bundled(composed.replace('item.yaml', 'itm.yaml'))).toContain('"allOf":[{"$ref":"../shared/itm.yaml"}]');
  const before = bundled(composed);
  write('schemas/shared/stamped.yaml', `properties: { at: { type: string } }`);
  expect(before).toContain('revision');
  expect(read()).toContain('"at":{"type":"string"}}');
});
