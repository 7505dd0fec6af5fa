import { expect, test, vi } from 'vitest';
import type { Field } from '#domain/model.ts';
import { errorsUnder } from './errors.ts';
import { createFormStore } from './store.ts';

test('a change calls the listeners of its path, of what holds it and of what lies below, and no others', () => {
  const store = createFormStore({ name: 'a', lan: [{ ip: '1', mask: 2 }, { ip: '3' }] });
  const calls: string[] = [];
  for (const pointer of ['', '/name', '/lan', '/lan/0', '/lan/0/ip', '/lan/0/mask', '/lan/1/ip'])
    store.subscribe(pointer, () => calls.push(pointer));
  store.set('/lan/0/ip', '9');
  expect(calls).toEqual(['', '/lan', '/lan/0', '/lan/0/ip']);
  calls.length = 0;
  store.set('/lan/0', { ip: '5' });
  expect(calls).toEqual(['', '/lan', '/lan/0', '/lan/0/ip', '/lan/0/mask']);
  calls.length = 0;
  store.set('/name', 'a');
  expect(calls).toEqual([]);
});

test('the document is immutable and shares what did not change', () => {
  const start = { a: { b: 1 }, c: { d: 2 } };
  const store = createFormStore(start);
  store.set('/a/b', 5);
  expect(start).toEqual({ a: { b: 1 }, c: { d: 2 } });
  expect(store.get('/c')).toBe(start.c);
  expect(store.get('/a/b')).toBe(5);
});

test('dirty per path and whole; undo gives the base back', () => {
  const store = createFormStore({ a: 1, b: { c: [1, 2] } });
  expect(store.isDirty()).toBe(false);
  store.set('/b/c/0', 9);
  expect([store.isDirty(), store.isDirty('/a'), store.isDirty('/b/c')]).toEqual([true, false, true]);
  store.undo('/b/c');
  expect(store.isDirty()).toBe(false);
  store.set('/new', 'x');
  store.undo('/new');
  expect(store.document()).toEqual({ a: 1, b: { c: [1, 2] } });
});

test('an undefined value takes the property away, missing containers are made', () => {
  const store = createFormStore({});
  store.set('/ntp/first', 'a');
  expect(store.document()).toEqual({ ntp: { first: 'a' } });
  store.set('/ntp/first', undefined);
  expect(store.document()).toEqual({ ntp: {} });
  store.set('/gone/deep', undefined);
  expect(store.document()).toEqual({ ntp: {} });
});

test('what is entered in an object that was not there brings its defaults along', () => {
  const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
  const ha: Field = { name: 'ha', path: 'ha', kind: 'object', fields: [text('mode', { default: 'cold', required: true }), text('ip')] };
  const root: Field = { name: '', path: '', kind: 'object', fields: [text('name'), { ...ha, name: 'site', fields: [ha] }] };
  const store = createFormStore({ name: 'a' }, undefined, root);
  store.set('/site/ha/ip', '10.0.0.1');
  expect(store.document()).toEqual({ name: 'a', site: { ha: { mode: 'cold', ip: '10.0.0.1' } } });
  // one that is there stays as it is
  const given = createFormStore({ site: { ha: {} } }, undefined, root);
  given.set('/site/ha/ip', '10.0.0.1');
  expect(given.document()).toEqual({ site: { ha: { ip: '10.0.0.1' } } });
  given.set('/site/ha', undefined);
  given.set('/site/ha/ip', undefined);
  expect(given.document()).toEqual({ site: {} });
});

test('row keys follow their rows through edits, moves, insertion and removal', () => {
  const store = createFormStore({ lan: [{ ip: 'a' }, { ip: 'b' }, { ip: 'c' }] });
  const [a, b, c] = store.rowKeys('/lan');
  store.set('/lan/1/ip', 'B');
  expect(store.rowKeys('/lan')).toEqual([a, b, c]);
  store.move('/lan', 0, 2);
  expect(store.rowKeys('/lan')).toEqual([b, c, a]);
  store.remove('/lan', 1);
  expect(store.rowKeys('/lan')).toEqual([b, a]);
  store.insert('/lan', 1, { ip: 'new' });
  const after = store.rowKeys('/lan');
  expect([after[0], after[2]]).toEqual([b, a]);
  expect(store.get('/lan')).toEqual([{ ip: 'B' }, { ip: 'new' }, { ip: 'a' }]);
});

test('insert makes the array that is not there', () => {
  const store = createFormStore({});
  store.insert('/lan', 0, { ip: 'x' });
  expect(store.document()).toEqual({ lan: [{ ip: 'x' }] });
});

test('errors show where the field was left or the form was sent; the server’s at once, until the value changes', () => {
  const store = createFormStore({ a: '', b: '' });
  const listener = vi.fn();
  store.subscribeErrors(listener);
  store.setErrors('schema', [
    { pointer: '/a', message: 'A' },
    { pointer: '/b/0', message: 'B' },
  ]);
  expect(store.shownErrors().size).toBe(0);
  expect(listener).not.toHaveBeenCalled();
  store.touch('/b');
  expect([...store.shownErrors().keys()]).toEqual(['/b/0']);
  store.setErrors('server', [{ pointer: '/a', message: 'taken' }]);
  expect(store.shownErrors().get('/a')?.[0]?.message).toBe('taken');
  store.set('/a', 'x');
  expect(store.shownErrors().has('/a')).toBe(false);
  store.markSubmitted();
  expect(errorsUnder(store.shownErrors(), '').map((error) => error.message)).toEqual(['A', 'B']);
});

test('what the server said of a part goes with a change within it, and of a whole with a change of a part', () => {
  const refused = (pointer: string) => {
    const store = createFormStore({ wan: [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }], name: 'a' });
    store.setErrors('server', [{ pointer, message: 'refused' }]);
    return store;
  };
  for (const [pointer, changed] of [
    ['/wan', '/wan/0/ip'],
    ['/wan/0', '/wan/0/ip'],
    ['/wan/0/ip', '/wan/0'],
    ['', '/name'],
  ] as const) {
    const store = refused(pointer);
    store.set(changed, changed === '/wan/0' ? { ip: '192.0.2.9' } : 'b');
    expect([pointer, store.shownErrors().size]).toEqual([pointer, 0]);
  }
  for (const [pointer, changed] of [
    ['/wan/0', '/wan/1/ip'],
    ['/wan/1/ip', '/name'],
  ] as const) {
    const store = refused(pointer);
    store.set(changed, 'b');
    expect([pointer, [...store.shownErrors().keys()]]).toEqual([pointer, [pointer]]);
  }
});

test('errors move with their rows and go with them', () => {
  const store = createFormStore({ lan: [{}, {}, {}] });
  store.markSubmitted();
  store.setErrors(
    'schema',
    [0, 1, 2].map((row) => ({ pointer: `/lan/${row}/ip`, message: `row ${row}` })),
  );
  store.remove('/lan', 0);
  expect([...store.shownErrors()].map(([pointer, [error]]) => [pointer, error?.message])).toEqual([
    ['/lan/0/ip', 'row 1'],
    ['/lan/1/ip', 'row 2'],
  ]);
  store.move('/lan', 0, 1);
  expect(store.shownErrors().get('/lan/1/ip')?.[0]?.message).toBe('row 1');
});
