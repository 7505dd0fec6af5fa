import { expect, test } from 'vitest';
import { noLabels, resourceWith } from '#tests/support/fixtures.ts';
import type { BuiltResource } from '../built.ts';
import { changedResource } from './resources.ts';

function built(key?: string[]): BuiltResource {
  const resource = resourceWith({ id: 'flow', ...(key ? { key } : {}) });
  return { resource, labels: { zh: noLabels, en: noLabels }, draft: { name: 'Tag', paths: [], settings: false, operations: [] } };
}

test('that rows are told apart by other properties is said', () => {
  expect(changedResource(built(), built(['flow', 'start']), false)).toMatchObject([
    { kind: 'GUESS', words: 'rows are told apart by flow, start instead of flow' },
  ]);
  expect(changedResource(built(['flow']), built(['flow']), false)).toEqual([]);
});
