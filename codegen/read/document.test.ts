import { expect, test } from 'vitest';
import { ContractDocument } from './document.ts';

const document = new ContractDocument({
  components: { schemas: { State: { title: 'State', enum: ['on', 'off'], 'x-ui': { tone: { on: 'success' }, hide: ['filter'] } } } },
});

test('what stands beside a $ref wins, within x-ui key by key', () => {
  const resolved = document.resolve({ $ref: '#/components/schemas/State', title: 'Running', 'x-ui': { hide: ['form'] } });
  expect(resolved).toEqual({ title: 'Running', enum: ['on', 'off'], 'x-ui': { tone: { on: 'success' }, hide: ['form'] } });
  expect(document.resolve({ $ref: '#/components/schemas/State' })).toHaveProperty('x-ui.tone.on', 'success');
});
