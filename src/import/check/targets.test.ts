import { expect, test } from 'vitest';
import type { Field, Labels } from '#domain/model.ts';
import { mapHeaders, targetsOf } from './targets.ts';

const field = (name: string, path: string, more: Partial<Field> = {}): Field => ({ name, path, kind: 'text', ...more });
const root: Field = {
  name: '',
  path: '',
  kind: 'object',
  required: true,
  fields: [
    field('id', 'id', { readOnly: true }),
    field('name', 'name', { required: true }),
    field('config', 'config', { kind: 'object', fields: [field('threshold', 'config.threshold', { kind: 'integer' })] }),
    field('wan', 'wan', {
      kind: 'array',
      items: field('', 'wan[]', { kind: 'object', fields: [field('ip', 'wan[].ip', { required: true })] }),
    }),
    field('dns', 'dns', { kind: 'array', items: field('', 'dns[]') }),
  ],
};
const labels = (fields: Record<string, string>): Labels => ({
  title: '',
  plural: '',
  fields,
  help: {},
  enums: {},
  groups: {},
  actions: {},
});
const zh = labels({ id: '编号', name: '名称', config: '配置', 'config.threshold': '阈值', wan: 'WAN', 'wan[].ip': '地址', dns: 'DNS' });
const en = labels({
  id: 'ID',
  name: 'Name',
  config: 'Settings',
  'config.threshold': 'Threshold',
  wan: 'WAN',
  'wan[].ip': 'Address',
  dns: 'DNS',
});

test('the template has a column for every place, and for the first row of a table', () => {
  expect(targetsOf(root, en).map(({ path, label, required }) => [path, label, required])).toEqual([
    ['name', 'Name', true],
    ['config.threshold', 'Settings · Threshold', false],
    ['wan.0.ip', 'WAN 1 · Address', false],
    ['dns', 'DNS', false],
  ]);
});

test.each([
  ['名称', 'name'],
  ['Name *', 'name'],
  ['NAME', 'name'],
  ['config.threshold', 'config.threshold'],
  ['配置 · 阈值', 'config.threshold'],
  ['WAN 2 · 地址', 'wan.1.ip'],
  ['wan.7.ip', 'wan.7.ip'],
  ['/wan/0/ip', 'wan.0.ip'],
  ['wan[0].ip', 'wan.0.ip'],
  ['wan', 'wan'],
  ['编号', 'id'],
  ['unknown', ''],
  ['', ''],
])('%s means %s', (header, path) => {
  expect(mapHeaders([header], root, [zh, en], 'id')).toEqual([path]);
});

test('a place is filled by its first column only', () => {
  expect(mapHeaders(['name', '名称'], root, [zh, en], 'id')).toEqual(['name', '']);
});
