import { expect, test } from 'vitest';
import { withoutSecrets } from '#domain/document.ts';
import type { Field, Json } from '#domain/model.ts';
import { restoredDocument } from './drafts.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const line = field('', { kind: 'object', fields: [field('name'), field('key', { format: 'secret' })] });
const root = field('', {
  kind: 'object',
  fields: [field('name'), field('token', { format: 'password' }), field('lines', { kind: 'array', items: line })],
});
const item: Json = {
  name: 'a',
  token: 't',
  lines: [
    { name: 'x', key: '1' },
    { name: 'y', key: '2' },
  ],
  more: 5,
};
const draft = (doc: Json): Json => withoutSecrets(root, doc) ?? {};

test('a restored draft has the secrets of the item that may be read, each in its row', () => {
  expect(JSON.stringify(draft(item))).not.toMatch(/"[t12]"/);
  expect(restoredDocument(root, draft({ ...item, name: 'b' }), item)).toEqual({ ...item, name: 'b' });
  const moved = {
    ...item,
    lines: [
      { name: 'y', key: '2' },
      { name: 'x', key: '1' },
    ],
  };
  expect(restoredDocument(root, draft(moved), item)).toEqual(moved);
  const renamed = {
    ...item,
    lines: [
      { name: 'z', key: '1' },
      { name: 'y', key: '2' },
    ],
  };
  expect(restoredDocument(root, draft(renamed), item)).toEqual(renamed);
  const fewer = { ...item, lines: [{ name: 'z' }] };
  expect(restoredDocument(root, draft(fewer), item)).toEqual(fewer);
});
