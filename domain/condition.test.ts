import { expect, test } from 'vitest';
import { holds, isRequired, sameJson, visibleFields } from '#domain/condition.ts';
import type { Condition, Field } from '#domain/model.ts';

const cases: [Condition, unknown, boolean][] = [
  [{ property: 'mode', in: ['bgp', 'ospf'] }, { mode: 'bgp' }, true],
  [{ property: 'mode', in: ['bgp', 'ospf'] }, { mode: 'none' }, false],
  [{ property: 'mode', in: ['bgp'] }, {}, false],
  [{ property: 'mode', in: ['bgp'] }, undefined, false],
  [{ property: 'route/kind', in: [1] }, { route: { kind: 1 } }, true],
  [{ property: 'route/kind', in: [1] }, { route: null }, false],
  [{ property: 'list', in: [[1, 2]] }, { list: [1, 2] }, true],
  [{ property: 'mode', present: true }, { mode: null }, true],
  [{ property: 'mode', present: true }, { mode: undefined }, false],
  [{ property: 'constructor', present: true }, {}, false],
  [{ property: 'mtu', minimum: 1, maximum: 5 }, { mtu: 5 }, true],
  [{ property: 'mtu', minimum: 1 }, { mtu: 0 }, false],
  [{ property: 'mtu', maximum: 5 }, { mtu: '3' }, false],
  [{ not: { property: 'mode', in: ['bgp'] } }, {}, true],
  [{ all: [] }, {}, true],
  [{ any: [] }, {}, false],
  [
    {
      all: [
        { property: 'a', in: [1] },
        {
          any: [
            { property: 'b', in: [1] },
            { property: 'c', present: true },
          ],
        },
      ],
    },
    { a: 1, c: 0 },
    true,
  ],
];

test.each(cases)('%j on %j is %s', (condition, object, expected) => {
  expect(holds(condition, object)).toBe(expected);
});

test('a property of two branches is shown once', () => {
  const pool: Field = { name: 'pool', path: 'pool', kind: 'text', when: { property: 'dhcp', in: [true] } };
  const relay: Field = { ...pool, kind: 'integer', when: { property: 'dhcp', in: [false] } };
  const owner: Field = { name: '', path: '', kind: 'object', fields: [pool, relay] };
  expect(visibleFields(owner, { dhcp: false })).toEqual([relay]);
  expect(visibleFields(owner, {})).toEqual([]);
});

test('required only while its condition holds', () => {
  const field: Field = { name: 'as', path: 'as', kind: 'integer', requiredWhen: { property: 'mode', in: ['bgp'] } };
  expect(isRequired(field, { mode: 'bgp' })).toBe(true);
  expect(isRequired(field, { mode: 'ospf' })).toBe(false);
});

test('equality ignores order of properties and undefined ones, not order of items', () => {
  expect(sameJson({ a: 1, b: undefined, c: { d: [1] } }, { c: { d: [1] }, a: 1 })).toBe(true);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
  expect(sameJson({}, [])).toBe(false);
  expect(sameJson(null, {})).toBe(false);
});
