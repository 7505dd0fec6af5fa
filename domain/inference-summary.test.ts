import { expect, test } from 'vitest';
import { inferenceLines } from './inference-summary.ts';

test('guesses and warnings are listed by kind, each counted and with where it is met first', () => {
  const guesses = [
    'Route.peer refers to Peer, by its name',
    'postSite at /rule: a condition could not be reduced; its fields are always shown',
    'Route.groups refers to Group, by its name',
    'Policy.rules refers to Rule, by its name',
  ];
  const unmapped = [
    'delete /a 200: no schema; read from its example',
    '#/components/schemas/Key: requires key, which only what is made of it describes; it is required of that',
    'get /b 200: no schema; read from its example',
    'webhook moved',
    'webhook gone',
    '#/components/schemas/Route: requires id, which only what is made of it describes; it is required of that',
  ];
  expect(inferenceLines({ guesses, unmapped }, 'data/report.json')).toEqual([
    'Inferred: 4 guesses, 6 warnings; each of them in data/report.json',
    '  guessed: Route.peer refers to Peer, by its name (and 2 more like it)',
    '  guessed: postSite at /rule: a condition could not be reduced; its fields are always shown',
    '  warning: delete /a 200: no schema; read from its example (and 1 more like it)',
    '  warning: #/components/schemas/Key: requires key, which only what is made of it describes; it is required of that (and 1 more like it)',
    '  warning: webhook moved (and 1 more like it)',
  ]);
});

test('of many kinds the most frequent are listed, and how many there are beside them is said', () => {
  const letters = 'abcdefghijklmno'.split('');
  const lines = inferenceLines({ guesses: [], unmapped: [...letters, 'o'].map((letter) => `x: ${letter}`) }, 'r');
  expect(lines[0]).toBe('Inferred: 0 guesses, 16 warnings; each of them in r');
  expect(lines[1]).toBe('  warning: x: o (and 1 more like it)');
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe('  warning: 3 of other kinds');
});
