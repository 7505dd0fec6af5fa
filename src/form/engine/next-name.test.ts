import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { withNextName } from './next-name.ts';

const port: Field = {
  name: 'wan[]',
  path: 'wan[]',
  kind: 'object',
  fields: [
    { name: 'logicName', path: 'wan[].logicName', kind: 'text', required: true, example: 'WAN1' },
    { name: 'model', path: 'wan[].model', kind: 'text', required: true, example: 'NE8000' },
    { name: 'port', path: 'wan[].port', kind: 'text', example: 'eth0' },
  ],
};
const rules = [
  { use: 'unique', over: ['wan[].logicName'] },
  { use: 'unique', over: ['wan[].port'] },
];

test('a new row has the first free name of its kind; what need not differ, or need not be there, stays empty', () => {
  expect(withNextName({ mtu: 1500 }, port, rules, [])).toEqual({ mtu: 1500, logicName: 'WAN1' });
  expect(withNextName({}, port, rules, [{ logicName: 'WAN1' }, { logicName: 'WAN3' }])).toEqual({ logicName: 'WAN2' });
  expect(withNextName({ logicName: 'Uplink' }, port, rules, [])).toEqual({ logicName: 'Uplink' });
  expect(withNextName({}, port, [], [])).toEqual({});
});
