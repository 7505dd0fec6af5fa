import { expect, test } from 'vitest';
import { ApiError } from '#api/error.ts';
import { refusal } from './refusal.ts';

const labels = { title: '', plural: '', fields: { name: 'Name', 'wan[].medium': 'Medium' }, enums: {}, actions: {}, help: {}, groups: {} };

test('a revision that no longer fits is refused by its properties, each with its reason, the first three of them', () => {
  const errors = [
    { pointer: '/name', code: 'x', detail: 'Too long.' },
    { pointer: '/wan/0/medium', code: 'x', detail: 'Unknown.' },
    { pointer: '/gone', code: 'x', detail: 'Not supported.' },
    { pointer: '/more', code: 'x', detail: 'Missing.' },
  ];
  const error = new ApiError({ status: 422, code: 'validation.failed', detail: '4 places need a change.', errors });
  expect(refusal(error, labels)).toBe('Name: Too long. Medium: Unknown. gone: Not supported. …');
});

test('what is about no property is told as it is', () => {
  expect(refusal(new ApiError({ status: 409, code: 'stale', detail: 'Changed.' }), labels)).toBe('Changed.');
});
