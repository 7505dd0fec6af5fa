import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { modelWith, operationWith, resourceWith } from '#tests/support/fixtures.ts';
import { labelQuery } from './relation-labels.ts';

const call = vi.hoisted(() => vi.fn<(op: { id: string }) => Promise<unknown>>());
const user = vi.hoisted(() => ({ scopes: [''] }));
vi.mock('#api/operation.ts', () => ({ call }));
vi.mock('#api/model.ts', () => ({ currentModel: () => model, loadResource: () => Promise.resolve(things) }));
vi.mock('#api/user.ts', () => ({
  currentUser: () => ({ username: 'a', accountType: 'company', extra: { accountType: 'company' }, ...user }),
  roleOf: () => 'company',
  isSuperAdmin: () => false,
}));

const label = { zh: '', en: '' };
const model = modelWith({
  permissions: [{ name: 'things', id: '0', label, children: [{ name: 'readOnly', id: '0-0', label }] }],
});
const access = { node: 'things', level: 'read', tenant: 'none' } as const;
const text = (name: string) => ({ name, path: name, kind: 'text' }) as const;
const get = operationWith({ id: 'getThing', kind: 'get', path: '/things/{id}', pathParams: [text('id')], access });
const list = operationWith({ id: 'listThings', kind: 'list', path: '/things', access, query: [text('values')] });
let things = resourceWith({});

beforeEach(() => {
  call.mockReset();
  call.mockResolvedValue({ data: { id: 't1', name: 'Called' } });
});

async function nameOf(operations: typeof things.operations, scopes: string[]): Promise<string> {
  things = resourceWith({ operations });
  user.scopes = scopes;
  return new QueryClient().fetchQuery(labelQuery({ resource: 'Thing' }, 't1', { params: {} } as Parameters<typeof labelQuery>[2]));
}

test('who may read what is referred to sees its name', async () => {
  const { operations } = resourceWith({});
  expect(await nameOf({ ...operations, get: [get] }, ['0-0'])).toBe('Called');
});

test('who may not is shown the id, and nothing is asked that would be refused', async () => {
  const { operations } = resourceWith({});
  expect(await nameOf({ ...operations, get: [get] }, [])).toBe('t1');
  expect(await nameOf({ ...operations, list: [list] }, [])).toBe('t1');
  expect(call).not.toHaveBeenCalled();
});

test('names that every session may ask for are asked for without that right', async () => {
  const { operations } = resourceWith({});
  await nameOf({ ...operations, list: [{ ...list, openWith: ['values'] }] }, []);
  expect(call).toHaveBeenCalledOnce();
});
