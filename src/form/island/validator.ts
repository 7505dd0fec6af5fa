import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { asText, isObject } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';
import type { Validate } from '#api/model.ts';

type Validators = Parameters<typeof createPrecompiledValidator>[0];

/**
 * What tells alternatives and conditions apart. By the time they are asked for, @rjsf has merged them with what stands
 * around them and with the names of a document: they are known by their mark, not by their text.
 */
export function islandValidator(validators: Readonly<Record<string, Validate>>, root: RJSFSchema): ValidatorType {
  const named: Validators = {};
  for (const [name, validate] of Object.entries(validators)) named[name] = compiled(validate);
  const validator: ValidatorType = createPrecompiledValidator(named, root);
  validator.isValid = (schema: RJSFSchema, data: unknown): boolean => {
    const own = markOf(schema);
    if (own !== undefined) return validators[own]?.(data) ?? false;
    // the test of a dependency: one property alone
    const [[name, property] = ['', undefined], ...others] = Object.entries(schema.properties ?? {});
    const mark = others.length === 0 ? markOf(property) : undefined;
    if (mark === undefined) return false;
    const value = child(data, name);
    return value === undefined || (validators[mark]?.(value) ?? false);
  };
  return validator;
}

function compiled(validate: Validate): Validators[string] {
  const run: Validators[string] = (data) => {
    const fits = validate(data);
    run.errors = null;
    return fits;
  };
  return run;
}

export function markOf(schema: unknown): string | undefined {
  return isObject(schema) ? asText(schema['x-mark']) : undefined;
}
