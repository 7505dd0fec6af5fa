import { expect, test } from 'vitest';
import { expand, templateText } from './expand.ts';

const site = {
  name: 'Branch',
  enable: true,
  remark: '',
  lan: [
    { name: 'LAN1', lanIp: '10.1.0.1', mask: 24 },
    { name: 'LAN2', lanIp: '10.1.1.1', mask: 24 },
  ],
  localSubnets: ['10.9.0.0/24'],
  wan: [],
};
const numbers = { sheet: '', from: 1, count: 3 };

test('a document line by line; what is empty is left out', () => {
  expect(templateText(site).split('\n')).toEqual([
    'name = Branch',
    'enable = true',
    'lan.0.name = LAN1',
    'lan.0.lanIp = 10.1.0.1',
    'lan.0.mask = 24',
    'lan.1.name = LAN2',
    'lan.1.lanIp = 10.1.1.1',
    'lan.1.mask = 24',
    'localSubnets = ["10.9.0.0/24"]',
  ]);
});

test('filled from the columns of a sheet, each place with its own, and from the number of the row', () => {
  const template = 'name = Shop_{{name}}\n\nlan.0.lanIp = {{ lan.1 }}\nremark = {{n}} of {{name}} = {{city}}';
  expect(expand(template, { sheet: 'name,lan.1,city\nA,10.1.0.1,Xi’an\nB,10.2.0.1,\n', from: 100, count: 1 })).toEqual({
    headers: ['name', 'lan.0.lanIp', 'remark'],
    rows: [
      ['Shop_A', '10.1.0.1', '100 of A = Xi’an'],
      ['Shop_B', '10.2.0.1', '101 of B = '],
    ],
  });
});

test('filled from numbers alone', () => {
  expect(expand('name = S{{n}}\nlan.0.lanIp = 10.{{n}}.0.1', numbers)).toEqual({
    headers: ['name', 'lan.0.lanIp'],
    rows: [
      ['S1', '10.1.0.1'],
      ['S2', '10.2.0.1'],
      ['S3', '10.3.0.1'],
    ],
  });
});

test('what is wrong with a template is told before a row is made', () => {
  expect(expand('name = a\nno equals sign', numbers)).toEqual({ problem: { code: 'line', number: 2 } });
  expect(expand('name = {{shop}} {{town}} {{n}}', { ...numbers, sheet: 'shop\nA' })).toEqual({
    problem: { code: 'unknown', names: ['town'] },
  });
  expect(expand('name = same', numbers)).toEqual({ problem: { code: 'noPlaceholder' } });
  expect(expand(' \n', numbers)).toEqual({ problem: { code: 'noLines' } });
  expect(expand('name = {{n}}', { ...numbers, count: 0 })).toEqual({ problem: { code: 'noRows' } });
  expect(expand('name = {{n}}', { ...numbers, count: 10_001 })).toEqual({ problem: { code: 'tooMany' } });
});
