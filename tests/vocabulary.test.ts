import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { FEW_PLACES } from '#codegen/emit/vocabulary-doc.ts';
import { vocabularyUses } from '#codegen/read/vocabulary-uses.ts';
import { cellNames } from '#cells/single.ts';
import { controlNames } from '#controls/registry.ts';
import { asArray, asObject } from '#domain/json.ts';
import { root } from './support/source.ts';

const keys = vocabularyUses(root);
const isOption = (key: string): boolean => key.includes('.');

test('a key of the vocabulary is said in five places, or says why not', () => {
  const own = keys.filter(({ key, keyword }) => !isOption(key) && keyword !== 'x-labels');
  expect(own.length).toBeGreaterThan(40);
  const few = own.filter(({ places }) => places < FEW_PLACES);
  expect(
    few.filter(({ seldom }) => seldom === undefined).map(({ keyword, on, key, places }) => `${keyword} ${on} ${key}: ${places}`),
  ).toEqual([]);
  // a list of reasons is no second vocabulary
  expect(few.length).toBeLessThanOrEqual(9);
  expect(own.filter(({ places, seldom }) => places >= FEW_PLACES && seldom !== undefined).map(({ key }) => key)).toEqual([]);
});

test('an option of a key is said somewhere, or its key says why not', () => {
  const said = new Set(keys.filter(({ places }) => places > 0).map(({ keyword, key }) => `${keyword} ${key}`));
  const reasoned = new Set(keys.filter(({ seldom }) => seldom !== undefined).map(({ keyword, key }) => `${keyword} ${key}`));
  const unused = keys.filter(
    ({ keyword, key }) => isOption(key) && !said.has(`${keyword} ${key}`) && !reasoned.has(`${keyword} ${key.split('.')[0]}`),
  );
  expect(unused.map(({ keyword, on, key }) => `${keyword} ${on} ${key}`)).toEqual([]);
});

test('the vocabulary names the widgets that the registries have, and no other', () => {
  const { $defs } = asObject(parse(readFileSync(join(root, 'schemas/vocabulary/x-ui.yaml'), 'utf8')));
  const named = asArray(asObject(asObject(asObject($defs)['widget'])['then'])['enum']).map(String);
  const withOptions = asArray(asObject(asObject($defs)['widgetWithOptions'])['oneOf']).map((each) =>
    String(asObject(asObject(asObject(each)['properties'])['name'])['const']),
  );
  // arrays of forms, details and panels choose theirs where they are drawn
  const elsewhere = [
    'cards',
    'grid',
    'output',
    'bars',
    'heatMap',
    'histogram',
    'sheet',
    'measuredRange',
    'moreOf',
    'points',
    'sankey',
    'series',
    'stats',
  ];
  const known = new Set([...controlNames, ...cellNames, ...elsewhere]);
  expect(named.toSorted()).toEqual([...known].toSorted());
  expect(withOptions.filter((name) => !known.has(name))).toEqual([]);
  const drawn = globSync('src/{form,detail,panels}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  expect(elsewhere.filter((name) => !drawn.includes(`'${name}'`))).toEqual([]);
});
