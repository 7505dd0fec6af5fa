import { expect, test } from 'vitest';
import { isSwitch, partsOf, wholeOf } from '#domain/resource-parts.ts';
import { model, resourceOf } from '#tests/support/model.ts';

test.each(Object.keys(model.resources))('of %s a list reads its rows and what is switched in them; with the forms it is whole', (name) => {
  const resource = resourceOf(name);
  const { listed, forms } = partsOf(resource);
  expect(wholeOf(listed, forms)).toEqual(resource);
  expect('rules' in listed).toBe(false);
  const { [resource.row]: row, ...others } = listed.schemas;
  expect(row).toEqual(resource.schemas[resource.row]);
  for (const form of Object.values(others)) expect(form.fields?.every(isSwitch)).toBe(true);
});
