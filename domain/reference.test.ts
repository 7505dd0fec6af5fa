import { expect, test } from 'vitest';
import { componentName, followReferences, lookUpIn } from './reference.ts';

const document = {
  components: {
    schemas: {
      State: { enum: ['on', 'off'], 'x-ui': { tone: { on: 'success' } } },
      Lamp: { $ref: '#/components/schemas/State', title: 'Lamp' },
      Loop: { $ref: '#/components/schemas/Loop', title: 'Loop' },
    },
    'a/b': { 'c d': 1 },
  },
};
const follow = (value: unknown): object => followReferences(value, (reference) => lookUpIn(document, reference));
const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test('references are followed to the end, what stands beside them wins', () => {
  expect(follow(to('Lamp'))).toEqual({ enum: ['on', 'off'], 'x-ui': { tone: { on: 'success' } }, title: 'Lamp' });
  expect(follow({ ...to('Lamp'), title: 'Light', 'x-ui': { hide: ['form'] } })).toEqual({
    enum: ['on', 'off'],
    title: 'Light',
    'x-ui': { tone: { on: 'success' }, hide: ['form'] },
  });
});

test('without anything beside it a target is itself, so that what is kept by it is found again', () => {
  expect(follow(to('State'))).toBe(document.components.schemas.State);
});

test('what leads nowhere says nothing', () => {
  expect(follow(to('Gone'))).toEqual({});
  expect(follow(to('Loop'))).toEqual({ title: 'Loop' });
  expect(follow({ $ref: 'other.yaml#/State' })).toEqual({});
  expect(follow('text')).toEqual({});
});

test('names may be escaped', () => {
  expect(lookUpIn(document, '#/components/a~1b/c%20d')).toBe(1);
  expect(lookUpIn(document, '#/components/__proto__')).toBeUndefined();
  expect(componentName(to('Lamp'))).toBe('Lamp');
  expect(componentName({ $ref: '#/components/parameters/Page' })).toBeUndefined();
});
