import { expect, test } from 'vitest';

import { broken } from '#domain/rules/run-rule.ts';

test.each([
  ['series', ['FIA', 'DIA'], []],
  ['series', ['DIA', 'DIA'], ['/lan/0/ipmode lanModes.firstFia']],
  ['series', ['FIA', 'FIA'], ['/lan/1/ipmode lanModes.secondDia']],
  ['series', ['DIA', 'FIA'], ['/lan/0/ipmode lanModes.firstFia', '/lan/1/ipmode lanModes.secondDia']],
  ['series', ['FIA'], []],
  ['gateway', ['FIA'], []],
  ['gateway', ['DIA'], ['/lan/0/ipmode lanModes.firstFia']],
  ['gateway', ['FIA', 'DIA'], []],
  ['gateway', ['FIA', 'FIA', 'DIA'], []],
  ['gateway', ['FIA', 'FIA'], ['/lan/1/ipmode lanModes.allSame']],
  ['gateway', ['DIA', 'DIA'], ['/lan/0/ipmode lanModes.firstFia', '/lan/1/ipmode lanModes.allSame']],
  ['gateway', [], []],
  ['parallel', ['DIA', 'DIA'], []],
  [undefined, ['DIA'], []],
])('%s with LANs %j', (deployMode, modes, expected) => {
  const doc = { deployMode, lan: modes.map((ipmode) => ({ ipmode })) };
  expect(broken('lanModes', ['deployMode', 'lan[].ipmode'], doc)).toEqual(expected);
});
