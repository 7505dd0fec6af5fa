import { expect, test } from 'vitest';
import type { Group } from '#domain/form-layout.ts';
import type { Field } from '#domain/model.ts';
import { createFormStore } from '#form/engine/store.ts';
import { goToStep, openStep, stepGroup, stepsOf, stepState, validityFlags } from './steps.ts';

const groups: Group[] = [
  { name: 'info', flag: 'info', fields: [], groups: [{ name: 'basic', fields: ['name', 'spare'] }] },
  {
    name: 'advanced',
    flag: 'advanced',
    fields: [],
    widget: 'steps',
    groups: [
      { name: 'ntp', flag: 'ntpConfig', fields: ['ntp'] },
      { name: 'ha', flag: 'haConfig', fields: ['haConfig'] },
    ],
  },
  { name: 'internal', fields: [], widget: 'steps', groups: [{ name: 'qos', flag: 'qos', fields: ['qos'] }] },
  { name: 'end', fields: [], widget: 'lifecycle' },
];
const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const owner: Field = {
  name: '',
  path: '',
  kind: 'object',
  fields: [
    field('name', { required: true }),
    field('spare'),
    field('ntp'),
    field('haConfig', { when: { property: 'spare', present: true } }),
    field('qos', { kind: 'array', items: field('', { kind: 'object', fields: [field('id', { required: true })] }) }),
  ],
};
const none: ReadonlySet<string> = new Set();
const state = (name: string, document: object, more: Partial<Parameters<typeof stepState>[3]> = {}) => {
  const group = stepsOf(groups).find((step) => step.group.name === name)?.group ?? { name, fields: [] };
  return stepState(owner, group, document, { broken: none, changed: none, stored: none, visited: false, ...more });
};

test('steps stand in the order of the contract; a group of steps is none itself', () => {
  expect(stepsOf(groups).map(({ group, within }) => [...within.map(({ name }) => name), group.name].join('/'))).toEqual([
    'info',
    'advanced/ntp',
    'advanced/ha',
    'internal/qos',
    'end',
  ]);
  expect(stepGroup([{ name: 'all', fields: [], widget: 'steps', groups }])?.name).toBe('all');
  expect(stepGroup([{ name: 'all', fields: ['name'] }])).toBeUndefined();
});

test('a step opens with the groups that it stands in, and each group remembers its own', () => {
  const store = createFormStore({});
  const go = (name: string): void => {
    const step = stepsOf(groups).find(({ group }) => group.name === name);
    if (step) goToStep(store, '', 'all', step);
  };
  expect(openStep(store, '', 'all', groups)?.name).toBe('info');
  go('ha');
  expect(openStep(store, '', 'all', groups)?.name).toBe('ha');
  go('end');
  expect(openStep(store, '', 'all', groups)?.name).toBe('end');
});

test('untouched or optional, then done once it was left, changed or stored; wrong goes first; what does not apply says so', () => {
  expect(state('info', {})).toBe('untouched');
  expect(state('info', {}, { visited: true })).toBe('untouched');
  expect(state('info', { name: 'a' })).toBe('optional');
  expect(state('info', { name: 'a' }, { changed: new Set(['name']) })).toBe('done');
  // a row that lacks what it must have is none that is done
  expect(state('qos', { qos: [{}] }, { changed: new Set(['qos']) })).toBe('untouched');
  expect(state('qos', { qos: [{ id: 'a' }] }, { changed: new Set(['qos']) })).toBe('done');
  expect(state('ntp', {})).toBe('optional');
  expect(state('ntp', {}, { visited: true })).toBe('done');
  expect(state('ntp', {}, { changed: new Set(['ntp']) })).toBe('done');
  expect(state('ntp', {}, { stored: new Set(['ntp']) })).toBe('done');
  expect(state('ntp', {}, { visited: true, broken: new Set(['ntp']) })).toBe('invalid');
  expect(state('ha', {}, { visited: true })).toBe('absent');
  expect(state('ha', { spare: 'x' })).toBe('optional');
  expect(state('end', {})).toBe('untouched');
});

test('validity flags are all true at first; one falls with its fields, that of a group with any of its steps', () => {
  expect(validityFlags(groups, none)).toEqual({ info: true, advanced: true, ntpConfig: true, haConfig: true, qos: true });
  expect(validityFlags(groups, new Set(['ntp']))).toEqual({ info: true, advanced: false, ntpConfig: false, haConfig: true, qos: true });
});
