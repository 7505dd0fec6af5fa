import { describe, expect, test } from 'vitest';
import { bodyField, causesOf } from '#domain/causes.ts';
import { fieldAt } from '#domain/document.ts';
import type { Field, Operation } from '#domain/model.ts';
import { parsePointer } from '#domain/pointer.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { breaksOf } from '#tests/contract/fuzz/broken.ts';
import { forRequests, type Schema } from '#tests/contract/fuzz/request-schema.ts';
import { validValue } from '#tests/contract/fuzz/valid.ts';
import { operations } from '#tests/contract/suite.ts';
import { there } from '#tests/support/answers.ts';
import { rawOperation } from '#tests/support/contract-document.ts';
import { formOf, model, resourceOf, validatorsOf } from '#tests/support/model.ts';

const known = new Proxy<Record<string, readonly string[]>>({}, { get: () => ['something'] });
const BODIES = 200;
const ENOUGH = 4;

const fieldOf = new Map<string, { field: Field; file: string }>();
for (const name of Object.keys(model.resources)) {
  const resource = resourceOf(name);
  for (const operation of Object.values(resource.operations).flat()) {
    const item = resource.schemas[operation.body?.schema ?? ''];
    if (item) fieldOf.set(operation.id, { field: bodyField(operation.body, item), file: resource.file });
  }
}
for (const id of model.forms) {
  const { operation, schemas } = formOf(id);
  const item = schemas[operation.body?.schema ?? ''];
  if (item) fieldOf.set(id, { field: bodyField(operation.body, item), file: 'forms' });
}

function schemaOf(operation: Operation): Schema {
  return forRequests(rawOperation(operation).body?.schema ?? {});
}

/** Paths of the fields that stand in a branch, themselves or in something that does. */
function conditional(field: Field, inBranch = false): string[] {
  const here = inBranch || field.when !== undefined;
  const inner = [...(field.fields ?? []), ...(field.items ? [field.items] : []), ...(field.variants ?? [])];
  return [...(here && field.name !== '' && !field.readOnly ? [field.path] : []), ...inner.flatMap((each) => conditional(each, here))];
}

/** A body of many holds what the body of one holds. */
const branching = [...fieldOf].filter(([, { field }]) => field.kind !== 'array' && conditional(field).length > 0).map(([id]) => id);

describe('one wrong value is one finding, at its field', () => {
  test.each(branching)('%s', async (id) => {
    const { field, file } = there(fieldOf.get(id));
    const operation = there(operations.find((each) => each.id === id));
    const validate = there((await validatorsOf(file))[id]);
    const schema = schemaOf(operation);
    const random = randomFrom(`causes ${id}`);
    const wanted = new Set(conditional(field));
    const met = new Map<string, number>();
    const wrong: string[] = [];
    for (let tries = 0; tries < BODIES && [...wanted].some((path) => (met.get(path) ?? 0) < ENOUGH); tries++) {
      const body = validValue(schema, random, known);
      if (body === undefined || !validate(body)) continue;
      for (const { pointer, how, doc } of breaksOf(schema, body, random)) {
        const place = how.startsWith('required ') ? `${pointer}/${how.slice(9)}` : pointer;
        const path = fieldAt(field, body, parsePointer(place))?.path ?? '';
        // each conditional field several times, of all others a few
        const often = met.get(path) ?? 0;
        if (often >= ENOUGH || (!wanted.has(path) && !random.chance(0.05)) || validate(doc)) continue;
        met.set(path, often + 1);
        const found = causesOf(validate.errors ?? [], doc, field).map((cause) => `${cause.pointer} ${cause.error.keyword}`);
        if (found.length !== 1 || !found[0]?.startsWith(`${place} `)) wrong.push(`${how} at ${pointer}: ${found.join(', ')}`);
      }
    }
    expect([...new Set(wrong)].slice(0, 12)).toEqual([]);
    expect([...wanted].filter((path) => !met.has(path))).toEqual([]);
  });
});
