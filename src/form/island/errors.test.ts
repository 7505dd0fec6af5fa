import { init } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Validate } from '#api/model.ts';
import type { SchemaError } from '#domain/causes.ts';
import { errorSchemaOf, ofChosen } from './errors.ts';

beforeAll(() => init({ lng: 'en', resources: {} }));

function refusing(...errors: SchemaError[]): Validate {
  const validate: Validate = () => {
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

const missing = (name: string): SchemaError => ({ keyword: 'required', instancePath: '', params: { missingProperty: name } });
const told = (pointer: string) => ({ pointer, message: pointer, code: 'schema.x' });

test('errors stand where @rjsf looks for them', () => {
  const errors = [told('/value/a/0'), told('/value'), { ...told('/value/a/0'), message: 'two' }];
  expect(errorSchemaOf(errors, '/value')).toEqual({ __errors: ['/value'], a: { 0: { __errors: ['/value/a/0', 'two'] } } });
});

test('of a choice, the alternative that is filled in speaks; what stands elsewhere is left alone', () => {
  const errors = [told('/value/a'), told('/value/b'), told('/value'), told('/name')];
  const found = ofChosen(errors, { value: {} }, new Map([['/value', 'm2']]), { m1: refusing(missing('a')), m2: refusing(missing('b')) });
  expect(found.map(({ pointer }) => pointer)).toEqual(['/name', '/value/b']);
});

test('where it takes the value itself, what else is wrong with the choice is told', () => {
  const errors = [told('/value')];
  expect(ofChosen(errors, { value: 1 }, new Map([['/value', 'm1']]), { m1: refusing() })).toEqual(errors);
});

test('where nothing is wrong nothing is asked, and of nothing that is not there', () => {
  const asked = refusing(missing('a'));
  expect(ofChosen([told('/name')], { value: {} }, new Map([['/value', 'm1']]), { m1: asked })).toEqual([told('/name')]);
  expect(ofChosen([told('/value')], {}, new Map([['/value', 'm1']]), { m1: asked })).toEqual([told('/value')]);
});
