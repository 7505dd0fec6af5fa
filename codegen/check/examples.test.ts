import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { setPointer } from '#domain/pointer.ts';
import { checkExamples } from './examples.ts';
import { type Contract, readContract } from '../read/contract.ts';
import { ContractDocument } from '../read/document.ts';

const root = resolve(import.meta.dirname, '../..');
const LIST = '/api/v1/serviceStatus';
const FILE = 'openapi/paths/service-status.yaml';
const text = readFileSync(join(root, FILE), 'utf8').split('\n');
let contract: Contract;
/** Of the whole contract one path is enough, and quicker. */
let small: JsonObject;

beforeAll(async () => {
  contract = await readContract(root, join(root, 'openapi/openapi.yaml'));
  const paths = asObject(contract.document.root['paths']);
  small = { ...contract.document.root, paths: { [LIST]: asObject(paths[LIST]) } };
});

const said = (changed: unknown): ReturnType<typeof checkExamples> =>
  checkExamples({ ...contract, document: new ContractDocument(asObject(changed)) });
const operation = `/paths/${LIST.replaceAll('/', '~1')}/get`;
const answer = `${operation}/responses/200/content/application~1json/examples/default/value/results`;

test('examples that fit are passed', () => {
  expect(said(small)).toEqual([]);
});

test('an answer that its schema refuses is said with the line of the value, through an anchor too', () => {
  const [found, ...others] = said(setPointer(small, `${answer}/0/health`, 'unwell'));
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    file: FILE,
    line: text.findIndex((line) => line.includes('health: degraded')) + 1,
    message: 'listServiceStatuses: its schema refuses the example: must be equal to one of the allowed values.',
  });
  expect(found?.pointer).toBe('/responses/200/content/application~1json/examples/default/value/results/0/health');
});

test('what is not of the schema is named; a parameter has examples, too', () => {
  expect(said(setPointer(small, `${answer}/1/mood`, 'good'))).toMatchObject([{ message: expect.stringContaining('(mood)') }]);
  const { parameters } = asObject(asObject(asObject(small['paths'])[LIST])['get']);
  const index = asArray(parameters).length - 1;
  const wrong = said(setPointer(small, `${operation}/parameters/${index}/example`, ['unwell']));
  expect(wrong).toMatchObject([{ file: FILE, line: text.findIndex((line) => line.includes('name: health')) + 1 }]);
});
