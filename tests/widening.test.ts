import { expect, test } from 'vitest';

import type { Field, Resource } from '#domain/model.ts';
import { model, resourceOf } from '#tests/support/model.ts';

/** What the contract says of rows that are for several companies or sites, over every stored resource. */
const stored = Object.keys(model.resources)
  .map(resourceOf)
  .filter(({ data }) => data !== undefined);

function fieldsOf(resource: Resource): Field[] {
  const inside = (field: Field): Field[] => [field, ...[...(field.fields ?? []), ...(field.items ? [field.items] : [])].flatMap(inside)];
  const root = resource.schemas[resource.item];
  return root ? inside(root) : [];
}

const refersTo = ({ ref }: Field, name: string): boolean => ref !== undefined && 'resource' in ref && ref.resource === name;

test('whoever names companies and belongs to none says who reaches its rows', () => {
  const naming = stored.filter(
    (each) => !each.data?.owner && fieldsOf(each).some((field) => refersTo(field, 'Company') && !field.readOnly),
  );
  expect(naming.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['StoreApp', 'UpgradePolicy']);
  for (const { name, reach } of naming) expect([name, reach]).toEqual([name, { companies: ['companyIds[]'], none: 'everywhere' }]);
});

test('no list of which none means all is emptied by a deletion', () => {
  const lists = stored.flatMap((each) =>
    fieldsOf(each)
      .filter(({ empty, kind, ref }) => kind === 'array' && ref && empty === 'all')
      .map(({ path }) => ({ name: `${each.name}.${path}`, then: each.data?.onDelete[path] ?? 'restrict' })),
  );
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter(({ then }) => then === 'clear')).toEqual([]);
});
