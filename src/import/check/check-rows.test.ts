import { beforeAll, expect, test } from 'vitest';
import i18next from 'i18next';
import type { Field, Labels } from '#domain/model.ts';
import en from '#locales/en/validation.json' with { type: 'json' };
import { operationWith } from '#tests/support/fixtures.ts';
import { checkRows, type Line, type Plan, serverFindings } from './check-rows.ts';
import { References } from './references.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { validation: en } } }));

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const root: Field = {
  name: '',
  path: '',
  kind: 'object',
  required: true,
  fields: [
    text('id', { readOnly: true }),
    text('name', { required: true }),
    text('primary'),
    text('backup'),
    text('remark'),
    { name: 'mtu', path: 'mtu', kind: 'integer', default: 1500 },
    {
      name: 'lan',
      path: 'lan',
      kind: 'array',
      items: { name: '', path: 'lan[]', kind: 'object', fields: [text('ip', { path: 'lan[].ip' }), text('name', { path: 'lan[].name' })] },
    },
  ],
};
const labels: Labels = { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };
const operation = (id: string) =>
  operationWith({ id, method: 'post', path: '/x', kind: 'create', body: { mediaType: '', required: true, schema: 'x' } });
const stored = {
  id: 'a',
  name: 'A',
  primary: 's1',
  remark: 'old',
  mtu: 1400,
  lan: [
    { ip: '10.0.0.1', name: 'LAN1' },
    { ip: '10.0.1.1', name: 'LAN2' },
  ],
};

const messages: Plan['messages'] = {
  json: 'json',
  text: 'text',
  ambiguous: 'ambiguous',
  twice: () => 'twice',
  exists: 'exists',
  notWhole: 'not whole',
};

function planFor(headers: string[], more: Partial<Plan> = {}): Plan {
  return {
    root,
    updateRoot: root,
    languages: [labels],
    references: new References(),
    labels,
    paths: headers,
    create: operation('create'),
    update: operation('update'),
    rules: [
      { use: 'differ', over: ['primary', 'backup'] },
      { use: 'atLeastOne', over: ['remark', 'backup'] },
    ],
    keys: [['id']],
    defaults: {},
    existing: new Map([[JSON.stringify([['id', 'a']]), { id: 'a' }]]),
    onExisting: 'update',
    onEmpty: 'keep',
    wholeItems: (rows) => Promise.resolve(rows.map(() => ({ item: stored, etag: '"7"' }))),
    validators: '',
    messages: messages,
    ...more,
  };
}

function workerOf(found: { instancePath: string; keyword: string }[]) {
  return {
    run: <T>() => Promise.resolve([found.map((error) => ({ schemaPath: '', params: { limit: 1 }, ...error }))] as T),
    end: () => undefined,
  };
}

async function check(
  headers: string[],
  cells: string[],
  more: Partial<Plan> = {},
  found: { instancePath: string; keyword: string }[] = [],
): Promise<Line> {
  const [line] = await checkRows([{ line: 2, cells }], planFor(headers, more), workerOf(found));
  if (!line) throw new Error('no line');
  return line;
}

test('an update begins with the whole item: a column that is missing and an empty cell say nothing', async () => {
  const line = await check(['id', 'name', 'remark', 'lan.1.name'], ['a', '', 'new', 'guests']);
  expect(line).toMatchObject({ existing: stored, etag: '"7"', findings: [] });
  const { id: _, ...rest } = stored;
  expect(line.body).toEqual({ ...rest, remark: 'new', lan: [stored.lan[0], { ip: '10.0.1.1', name: 'guests' }] });
});

test('empty cells clear where that was chosen, and [clear] does so either way; a row of a table that is cleared is gone', async () => {
  const headers = ['id', 'remark', 'primary', 'lan.1.ip', 'lan.1.name'];
  const chosen = await check(headers, ['a', '', 's2', '', ''], { onEmpty: 'clear', rules: [] });
  expect(chosen.body).toEqual({ name: 'A', primary: 's2', mtu: 1400, lan: [stored.lan[0]] });
  const said = await check(headers, ['a', '[清空]', '', '[clear]', ''], { rules: [] });
  expect(said.body).toEqual({ name: 'A', primary: 's1', mtu: 1400, lan: [stored.lan[0], { name: 'LAN2' }] });
});

test('of a new row an empty cell is never a wish to clear, [clear] leaves out even a default', async () => {
  const line = await check(['name', 'mtu', 'remark'], ['B', '', 'x'], { onEmpty: 'clear' });
  expect(line.body).toEqual({ name: 'B', mtu: 1500, remark: 'x' });
  expect((await check(['name', 'mtu', 'remark'], ['B', '[clear]', 'x'])).body).toEqual({ name: 'B', remark: 'x' });
});

test('a row that changes nothing is not sent; one whose item cannot be read is refused rather than cut', async () => {
  expect((await check(['id', 'name', 'mtu'], ['a', 'A', '1400'])).stays).toBe('unchanged');
  expect((await check(['id', 'name'], ['a', 'B'])).stays).toBeUndefined();
  const refused = await check(['id', 'name'], ['a', 'B'], {
    wholeItems: (rows) => Promise.resolve(rows.map(() => ({ refused: undefined }))),
  });
  expect(refused.findings).toEqual([{ line: 2, path: '', value: '', message: 'not whole' }]);
});

test('schema, rules and unreadable cells are told together; a rule says nothing of a cell that is wrong already', async () => {
  const headers = ['name', 'mtu', 'primary', 'backup', 'lan'];
  const long = { keyword: 'maxLength', instancePath: '/name' };
  const both = await check(headers, ['B', '9', 's1', 's1', '{'], {}, [long]);
  expect(both.findings.map(({ path }) => path)).toEqual(['lan', 'name', 'backup']);
  const silent = await check(headers, ['B', '9', 's1', 's1', ''], {}, [{ keyword: 'maxLength', instancePath: '/backup' }]);
  expect(silent.findings.map(({ path }) => path)).toEqual(['backup']);
});

test('what the server adds is told once per cause', async () => {
  const line = await check(['id', 'name', 'lan'], ['b', 'B', '{']);
  const taken = await check(['id', 'name'], ['a', 'B'], { onExisting: 'refuse', rules: [] });
  const error = (pointer: string, code = 'x') => ({ pointer, code, detail: code });
  const pathsOf = (of: Line): string[] =>
    serverFindings(of, 'd', [error('/lan/0/ip'), error('/lan'), error('/name', 'duplicate.name')], operation('create'), {
      paths: ['id', 'name', 'lan'],
    }).map(({ path }) => path);
  expect(pathsOf(line)).toEqual(['name']);
  expect(taken.findings.map(({ message }) => message)).toEqual(['exists']);
  expect(pathsOf(taken)).toEqual(['lan.0.ip', 'lan']);
});

test('of two rows with one name the one that changes is at fault, not the one that stays as it is stored', async () => {
  const other = { ...stored, id: 'b', name: 'B' };
  const planned = planFor(['id', 'name'], {
    rules: [],
    keys: [['id'], ['name']],
    existing: new Map([
      [JSON.stringify([['id', 'a']]), { id: 'a' }],
      [JSON.stringify([['id', 'b']]), { id: 'b' }],
    ]),
    wholeItems: (rows) => Promise.resolve(rows.map(({ id }) => ({ item: id === 'a' ? stored : other, etag: '"7"' }))),
    messages: { ...messages, twice: (line) => `as row ${line}` },
  });
  const lines = await checkRows(
    [
      { line: 2, cells: ['a', 'B'] },
      { line: 3, cells: ['b', 'B'] },
    ],
    planned,
    workerOf([]),
  );
  expect(lines.map(({ stays, findings }) => [stays, findings.map(({ path, message }) => [path, message])])).toEqual([
    [undefined, [['name', 'as row 3']]],
    ['unchanged', []],
  ]);
});
