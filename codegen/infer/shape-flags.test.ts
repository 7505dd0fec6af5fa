import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { isOfShape } from './shape-flags.ts';

const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({ name, path: name, kind, ...more });
const flag = (name: string): Field => field(name, 'boolean');
const choice = (name: string, ...values: string[]): Field => field(name, 'array', { items: field('', 'text', { values }) });
const row = field('', 'object', {
  fields: [
    field('members_count', 'integer'),
    field('missing_member', 'object'),
    field('missing_permissions', 'boolean'),
    field('children', 'array'),
    field('description', 'text'),
    field('deleted', 'boolean'),
    field('archived', 'text'),
    field('count', 'integer'),
  ],
});

test.each<[string, Field]>([
  ['a counter of its rows', flag('include_members_count')],
  ['an object of its rows', flag('include_missing_member')],
  ['whether its rows have something', flag('include_missing_permissions')],
  ['a list of its rows', flag('withChildren')],
  ['a text of its rows', flag('exclude_description')],
  ['how many rows there are', flag('includeTotal')],
  ['what stands beside the rows', flag('with_metadata')],
  ['what is left out of them', flag('no_body')],
  ['a switch in words', field('include_stats', 'text', { values: ['true', 'false'] })],
  ['how much of each there is', flag('verbose')],
  ['the number of rows, as OData asks for it', flag('$count')],
  ['the parts of each', choice('expand', 'owner', 'plan')],
  ['parts in one text', field('include', 'text')],
  ['fields of one type', field('fields[users]', 'text')],
])('only says how much an answer holds: %s', (_what, query) => {
  expect(isOfShape(query, row)).toBe(true);
});

test.each<[string, Field]>([
  ['rows that were deleted, though each says whether it is', flag('include_deleted')],
  ['rows in an archive, though each says since when', flag('include_archived')],
  ['rows that cost nothing', flag('include_free')],
  ['keys that hold no more, in words', field('include_invalid', 'text', { values: ['true', 'false'] })],
  ['rows below these', flag('include_subgroups')],
  ['rows that have something switched on', flag('with_issues_enabled')],
  ['rows that are shared', flag('with_shared')],
  ['further rows among what is included', choice('include', 'deleted', 'active')],
  ['rows of their own', field('include_ids', 'array', { items: field('', 'text') })],
  ['what rows have', flag('deleted')],
  ['how many of something a row has', field('count', 'integer')],
  ['a state that is not of the rows', flag('banned')],
  ['what has to be asked for', { ...flag('includeTotal'), required: true }],
  ['what only begins alike', flag('showcase')],
])('narrows or widens rows: %s', (_what, query) => {
  expect(isOfShape(query, row)).toBe(false);
});
