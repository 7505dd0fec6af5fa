import { expect, test } from 'vitest';
import { choose } from '#api/choose.ts';
import type { Mode } from '#domain/model.ts';
import { model, resourceOf } from '#tests/support/model.ts';
import { listsOf, neededBy } from '#tests/support/needed.ts';
import { prerequisitesOf } from './prerequisites.ts';

const modes: [Mode, Record<string, string>][] = [
  ['company', { companyId: 'c-1' }],
  ['global', {}],
  ['channel', {}],
];

test.each(modes)('in %s mode each list knows what its first item cannot be made without', (mode, params) => {
  // of accounts whoever looks is one
  const lists = listsOf(mode).filter(({ name }) => name !== 'User');
  expect(lists.length).toBeGreaterThan(4);
  for (const { name } of lists) {
    const resource = resourceOf(name);
    const create = choose(resource.operations.create, params);
    const [first] = prerequisitesOf({ resource, model, params, create });
    const needed = neededBy(name, params);
    // what another choice narrows is asked for once that is made
    if (first === undefined) expect([name, needed.filter(({ always }) => always)]).toEqual([name, []]);
    else expect([name, needed.map((each) => each.name)]).toEqual([name, expect.arrayContaining([first.ref.resource])]);
  }
});
