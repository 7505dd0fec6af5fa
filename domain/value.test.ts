import { expect, test } from 'vitest';
import { fieldPathOf, getPath, pathOf, pointerOf, setPath } from './value.ts';

test('reads nested values, array elements and keys with dots', () => {
  expect(getPath({ config: { threshold: 5 } }, 'config.threshold')).toBe(5);
  expect(getPath({ wan: [{ ip: '192.0.2.1' }] }, 'wan.0.ip')).toBe('192.0.2.1');
  expect(getPath({ 'a.b': { c: 1 } }, 'a.b.c')).toBe(1);
  expect(getPath({ a: null }, 'a.b')).toBeUndefined();
  expect(getPath({}, 'constructor.name')).toBeUndefined();
  expect(getPath('x', '')).toBe('x');
});

test('writes without touching the original', () => {
  const doc = { wan: [{ ip: 'a' }], name: 'x' };
  expect(setPath(doc, 'wan.1.ip', 'b')).toEqual({ wan: [{ ip: 'a' }, { ip: 'b' }], name: 'x' });
  expect(setPath({}, 'lan.0.mask', 24)).toEqual({ lan: [{ mask: 24 }] });
  expect(doc.wan).toHaveLength(1);
});

test('names one place in three ways', () => {
  expect(pointerOf('wan.0.ip')).toBe('/wan/0/ip');
  expect(pathOf('/wan/0/ip')).toBe('wan.0.ip');
  expect(fieldPathOf('wan.0.ports.12')).toBe('wan[].ports[]');
});
