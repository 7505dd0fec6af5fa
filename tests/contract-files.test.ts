import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { asObject, same } from '#domain/json.ts';
import { root } from './support/source.ts';

const entities = globSync('schemas/entities/*.yaml', { cwd: root });
/** What every stored thing has, and the file that says what it is. */
const shared: Readonly<Record<string, string>> = {
  id: '../values/id.yaml',
  companyId: '../values/company-id.yaml',
  createdAt: '../values/created-at.yaml',
  updatedAt: '../values/updated-at.yaml',
  revision: '../values/revision.yaml',
};

test('what the server gives every stored thing is said once', () => {
  const said = entities.flatMap((path) => {
    const properties = asObject(asObject(parse(readFileSync(join(root, path), 'utf8'), { merge: true }))['properties']);
    return Object.entries(shared).flatMap(([name, file]) => {
      const property = asObject(properties[name]);
      if (properties[name] === undefined || property['readOnly'] === false) return [];
      // an owner that people choose is theirs to say
      const ours = name !== 'companyId' || (property['readOnly'] === true && property['title'] === 'Company' && !property['description']);
      return ours && property['$ref'] !== file ? [`${path}: ${name}`] : [];
    });
  });
  expect(entities.length).toBeGreaterThan(80);
  expect(said).toEqual([]);
});

/** What has fewer stamps than a shared schema gives says those that it has. */
const stamps = ['createdAt', 'updatedAt', 'revision'];

test('no entity repeats what a shared schema gives it: its id, its company beside it, its stamps', () => {
  const repeated = entities.flatMap((path) => {
    const entity = asObject(parse(readFileSync(join(root, path), 'utf8'), { merge: true }));
    const properties = asObject(entity['properties']);
    const plain = Object.keys(shared).filter((name) => same(properties[name], { $ref: shared[name] }));
    const hasId = asObject(entity['x-ui'])['id'] === 'id';
    const given = plain.filter((name) => hasId && !stamps.includes(name));
    return [...given, ...(stamps.every((name) => plain.includes(name)) ? ['stamps'] : [])].map((name) => `${path}: ${name}`);
  });
  expect(repeated).toEqual([]);
});

/** Columns of a display: Chinese takes two. */
function widthOf(line: string): number {
  return line.length + [...line.matchAll(/[\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g)].length;
}

test('lines of the contract end before column 160', () => {
  const files = globSync(['openapi/*.yaml', 'openapi/paths/*.yaml', 'schemas/**/*.yaml'], { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const wide = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (widthOf(line) > 160 ? [`${path}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
