import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '#codegen/generate.ts';
import { there } from '#tests/support/answers.ts';
import { validatorsIn, type Validate } from '#tests/support/model.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let bodies: Record<string, Validate>;

const load = (name: string): Promise<Record<string, Validate>> => validatorsIn(join(folder, name));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'validators-'));
  const { output } = await generate(root, join(root, 'openapi/openapi.yaml'));
  for (const name of ['tag.validators.js', 'user.validators.js', 'forms.validators.js', 'runtime.js'])
    writeFileSync(join(folder, name), there(output.get(`model/${name}`)));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  bodies = { ...(await load('tag.validators.js')), ...(await load('user.validators.js')), ...(await load('forms.validators.js')) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const errors = (operation: string, body: unknown): string[] => {
  const validate = there(bodies[operation]);
  return validate(body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
};

test('accepts what the schema allows and names each wrong place', () => {
  expect(errors('createTag', { name: 'a', type: 'site' })).toEqual([]);
  expect(errors('createTag', { type: 'nothing', remark: 'x'.repeat(201) })).toEqual([' required', '/type enum', '/remark maxLength']);
});

test('a format is the same function as in domain/formats', () => {
  expect(errors('createTag', { name: 'a<b', type: 'site' })).toEqual(['/name format']);
});

test('readOnly properties are no part of a request, those that a $ref brings included', () => {
  expect(errors('createTag', { name: 'a', type: 'site', id: 'x' })).toEqual([' additionalProperties']);
  expect(errors('createTag', { name: 'a', type: 'site', revision: 1 })).toEqual([' additionalProperties']);
});

test('an update may leave out what can only be written', () => {
  const user = {
    username: 'a@b.example',
    name: 'A',
    accountType: 'company',
    companyId: 'c-acme',
    password: 'Demo1234',
    companyList: ['c-acme'],
    rolesId: ['r-1'],
  };
  const { password: _, ...unchanged } = user;
  expect(errors('createUser', unchanged)).toContain(' required');
  expect(errors('updateUser', unchanged).filter((error) => error === ' required')).toEqual([]);
});

test('an operation that belongs to no resource needs its secrets, whatever its method', () => {
  expect(errors('changePassword', {})).toEqual([' required', ' required', ' required']);
});

test('formats of the library are asked in the module beside, which only a contract that names one loads', async () => {
  const foreign = join(folder, 'foreign.yaml');
  const port = '{ type: integer, format: int32 }';
  const body = `{ type: object, properties: { port: ${port}, path: { type: string, format: uri-template }, ip: { type: string, format: ipv4 } } }`;
  writeFileSync(
    foreign,
    `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /a:\n    post:\n      operationId: makeA\n      requestBody: { content: { application/json: { schema: ${body} } } }\n      responses: { '200': { description: ok } }\n`,
  );
  const { output } = await generate(root, foreign);
  for (const [path, text] of output)
    if (path.endsWith('.js'))
      writeFileSync(
        join(folder, path.replace('model/', 'foreign-')),
        text.replaceAll("'./", "'./foreign-").replaceAll('"./', '"./foreign-'),
      );
  const [name] = there([...output].find(([, text]) => text.includes('makeA') && text.includes('bodies')));
  const file = name.replace('model/', 'foreign-');
  const made = await load(file);
  const check = there(made['makeA']);
  expect(check({ port: 80, path: '/{id}', ip: '10.0.0.1' })).toBe(true);
  expect(check({ port: 2 ** 31, path: '/{id', ip: '10.0.0' })).toBe(false);
  expect(check.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
    '/port format',
    '/path format',
    '/ip format',
  ]);
  expect((await generate(root, join(root, 'openapi/openapi.yaml'))).output.get('model/tag.validators.js')).not.toContain(
    'standard-formats',
  );
});
