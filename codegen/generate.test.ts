import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Field, Resource } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { generate, type Generated } from '#codegen/generate.ts';
import { isObject, isText, type JsonObject } from '#domain/json.ts';
import { isModel, isListedResource, isResourceForms } from '#tests/support/model.ts';
import { sure, shaped, listOf, type Guard } from '#tests/support/shape.ts';

const root = resolve(import.meta.dirname, '..');
const fixture = (name: string): Promise<Generated> => generate(root, join(root, 'codegen/fixtures', `${name}.yaml`));

function read<T>(generated: Generated, path: string, fits: Guard<T>): T {
  const text = generated.output.get(path);
  if (text === undefined) throw new Error(`${path} was not written; there is ${[...generated.output.keys()].join(', ')}`);
  return sure(JSON.parse(text), fits);
}

const isReport = shaped({
  resources: listOf(shaped({ name: isText, path: isText, operations: isObject })),
  settings: listOf(isText),
  forms: listOf(isText),
  guesses: listOf(isText),
  unmapped: listOf(isText),
});

const child = (field: Field | undefined, name: string): Field | undefined => field?.fields?.find((entry) => entry.name === name);

describe('a contract without components or operation ids', () => {
  test('gives resources, settings and forms, and nothing is lost', async () => {
    const generated = await fixture('bare');
    const report = read(generated, 'report.json', isReport);
    await expect(generated.output.get('report.json')).toMatchFileSnapshot('fixtures/bare.report.json');
    await expect(generated.output.get('model/widget.json')).toMatchFileSnapshot('fixtures/bare.widget.json');
    const reached = [...report.resources.flatMap((entry) => Object.values(entry.operations).flat()), ...report.forms];
    expect(reached).toHaveLength(generated.built.operations.length);
  });

  test('compiles validators that check what the schema says', async () => {
    const generated = await fixture('bare');
    const code = generated.output.get('model/widget.validators.js');
    expect(code).toContain('maxLength');
    expect(code).not.toMatch(/require\(|new Function|eval\(/);
  });
});

test('an operation plays its part for every page wherever it stands; a part that is not known is none', async () => {
  const { base, platform } = read(await fixture('parts'), 'model/index.json', isModel);
  expect(base).toBe('/backend');
  expect(platform).toEqual({
    history: { id: 'readJournal', method: 'get', path: '/journal' },
    sessions: { id: 'openDoors', method: 'get', path: '/me/doors' },
    endSession: { id: 'closeDoor', method: 'delete', path: '/me/doors/{door}' },
  });
});

describe('a hostile contract', () => {
  test('is read as far as it can be', async () => {
    const generated = await fixture('hostile');
    const report = read(generated, 'report.json', isReport);
    const node = wholeNode(generated);
    const item = node.schemas[node.item];
    expect(report.resources.map((entry) => entry.name)).toEqual(['Node']);
    expect(node.operations.list[0]?.paging).toMatchObject({ items: 'data', total: 'meta.total_count' });
    expect(child(item, 'parent')?.kind).toBe('json');
    expect(child(item, 'children')?.items?.kind).toBe('json');
    expect(child(item, 'name')?.nullable).toBe(true);
    expect(child(item, 'limits')?.kind).toBe('map');
    expect(report.unmapped.some((entry) => entry.includes('Gone'))).toBe(true);
  });

  test('turns a union with a telling property into conditional fields', async () => {
    const node = wholeNode(await fixture('hostile'));
    const shape = child(node.schemas[node.item], 'shape');
    expect(shape?.kind).toBe('object');
    expect(child(shape, 'type')?.values).toEqual(['circle', 'square']);
    expect(child(shape, 'radius')).toMatchObject({ required: true, when: { property: 'type', in: ['circle'] } });
    expect(child(shape, 'side')).toMatchObject({ required: true, when: { property: 'type', in: ['square'] } });
  });

  test('webhooks alone give an empty console and say so', async () => {
    const report = read(await fixture('webhooks'), 'report.json', isReport);
    expect(report.resources).toEqual([]);
    expect(report.unmapped).toEqual(['webhook ping']);
  });
});

const shared = resolve(root, '../shared/contracts');

describe.skipIf(!existsSync(shared))('contracts that nobody here wrote', () => {
  test.each([
    ['netbird.yml', 35, 26],
    ['unifi.yaml', 39, 38],
    ['clerk.yaml', 23, 13],
  ])('%s gives at least %i collections with list and create, %i with full CRUD', async (file, listed, full) => {
    const generated = await generate(root, join(shared, file));
    const { resources, forms } = read(generated, 'report.json', isReport);
    const has = (entry: { operations: JsonObject }, ...names: string[]): boolean =>
      names.every((name) => entry.operations[name] !== undefined);
    expect(resources.filter((entry) => has(entry, 'list', 'create')).length).toBeGreaterThanOrEqual(listed);
    expect(resources.filter((entry) => has(entry, 'list', 'create', 'update', 'delete')).length).toBeGreaterThanOrEqual(full);
    const reached = generated.built.resources.reduce(
      (count, { resource }) => count + Object.values(resource.operations).flat().length,
      forms.length,
    );
    expect(reached).toBe(generated.built.operations.length);
  });
});

test('the same contract gives the same bytes', async () => {
  const [first, second] = [await fixture('hostile'), await fixture('hostile')];
  expect([...first.output]).toEqual([...second.output]);
});

function wholeNode(generated: Generated): Resource {
  return wholeOf(read(generated, 'model/node.json', isListedResource), read(generated, 'model/node.form.json', isResourceForms));
}
