import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BuildError, type Finding } from '#codegen/build-error.ts';
import { generate } from '#codegen/generate.ts';

const root = resolve(import.meta.dirname, '../..');
let copy: string;

/** What our contract stands on, without its entities and paths, in a folder of its own, so that a test may break it. */
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'contract-'));
  for (const folder of ['openapi', 'schemas', 'locales'])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/(schemas|locales.*)\/entities\/|openapi\/paths\//.test(path),
    });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

async function findings(): Promise<Finding[]> {
  const error: unknown = await generate(copy, join(copy, 'openapi/openapi.yaml')).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BuildError)) throw new Error(`expected findings, got ${String(error)}`);
  return error.findings;
}

const entity = (ui: string, more = ''): string => `title: Thing
type: object
x-ui: ${ui}
${more}required: [name]
properties:
  id: { title: ID, type: string, readOnly: true }
  name: { title: Name, type: string }
`;

function useInContract(): void {
  write(
    'openapi/paths/thing.yaml',
    `things:
  get:
    operationId: listThings
    x-access: session
    responses:
      '200': { description: ok, content: { application/json: { schema: { type: object, properties: { total: { type: integer }, results: { type: array, items: { $ref: '../../schemas/entities/thing.yaml' } } } } } } }
`,
  );
  write(
    'openapi/openapi.yaml',
    `openapi: 3.1.1
info: { title: Broken, version: '1' }
paths:
  /things: { $ref: 'paths/thing.yaml#/things' }
`,
  );
  write('openapi/navigation.yaml', 'groups: []\nroutes: []\n');
}

test('an unknown key is reported with its file, line and the key that was meant', async () => {
  write('schemas/entities/thing.yaml', entity('{ colums: [name] }'));
  const found = await findings();
  expect(found[0]).toMatchObject({ file: 'schemas/entities/thing.yaml', line: 3, message: 'x-ui has no key "colums".' });
  expect(found[0]!.remedy).toContain('Did you mean "columns"?');
});

test('an unknown widget, and an option that it does not take, are reported with their place', async () => {
  write(
    'schemas/entities/thing.yaml',
    `${entity('{}')}  remark: { title: Remark, type: string, x-ui: { widget: textaera } }\n  note: { title: Note, type: string, x-ui: { widget: { name: progress, of: name, lines: 4 } } }\n  mode: { title: Mode, type: string, x-ui: { widget: { name: radio, wide: true } } }\n`,
  );
  const file = 'schemas/entities/thing.yaml';
  expect(await findings()).toMatchObject([
    { file, line: 8, pointer: '/properties/remark/x-ui/widget', message: 'x-ui/widget cannot be "textaera".' },
    { file, line: 9, pointer: '/properties/note/x-ui/widget', message: 'x-ui has no key "lines" at /widget.' },
    { file, line: 10, pointer: '/properties/mode/x-ui/widget', message: 'x-ui/widget has options, which "radio" takes none of.' },
  ]);
});

test('a widget on what it cannot show is found', async () => {
  useInContract();
  write(
    'schemas/entities/thing.yaml',
    `${entity('{}')}  name2: { title: Second name, type: string, x-ui: { widget: tags } }\n  on: { title: Days, type: array, items: { type: string, enum: [a, b] }, x-ui: { widget: tags } }\n`,
  );
  expect(await findings()).toMatchObject([
    {
      line: 8,
      pointer: '/properties/name2/x-ui/widget',
      message: 'Thing.name2 is of kind text: the widget tags needs a list of texts, numbers or references.',
    },
    { line: 9, message: 'Thing.on is of kind array: the widget tags needs a list of texts, numbers or references.' },
  ]);
});

test('a column that is no property of a row is found', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', entity('{ columns: [name, colour] }'));
  expect((await findings())[0]).toMatchObject({
    file: 'schemas/entities/thing.yaml',
    line: 3,
    message: 'Thing: column colour is no property of a list row.',
  });
});

test('a list that opens by what cannot be sorted is found', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', entity('{ sort: -name }', 'x-data: { sortable: [] }\n'));
  expect((await findings())[0]).toMatchObject({ line: 3, message: 'Thing: the list cannot open sorted by name.' });
});

test('an unknown rule, format, reference and unique property are each found', async () => {
  useInContract();
  write(
    'schemas/entities/thing.yaml',
    `${entity('{ rules: [{ use: sameColour, over: [name] }] }', 'x-data: { unique: [[colour]] }\n')}  ip: { title: IP, type: string, format: ipp }\n  other: { title: Other, type: string, x-ui: { ref: Nobody } }\n`,
  );
  const messages = (await findings()).map((finding) => finding.message);
  expect(messages).toEqual([
    'Thing: there is no rule sameColour.',
    'Thing: x-data names colour, which is no property.',
    'Thing.ip has the unknown format ipp.',
    'Thing.other refers to Nobody, which is no resource.',
  ]);
});

test('of an enumeration each value has its words, and nothing else has', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', `${entity('{}')}  state: { $ref: '../values/thing-state.yaml' }\n`);
  write(
    'schemas/values/thing-state.yaml',
    "title: State\ntype: string\nenum: [on, off]\nx-labels:\n  title: 状态\n  values:\n    'on': { en: On, zh: 开 }\n    idle: { en: Idle, zh: 空闲 }\n",
  );
  expect(await findings()).toMatchObject([
    { file: 'schemas/values/thing-state.yaml', line: 7, message: 'ThingState: off has no words.' },
    { file: 'schemas/values/thing-state.yaml', line: 8, message: 'ThingState: there are words for idle, which is no value.' },
  ]);
});

test('words in one language, and words below a property, are refused where they stand', async () => {
  useInContract();
  const state = 'type: string\n    enum: [a]\n    x-labels: { title: 状态 }';
  write(
    'schemas/entities/thing.yaml',
    `${entity('{}')}  state:\n    title: State\n    ${state}\nx-labels:\n  groups: { basic: { en: Basics } }\n`,
  );
  expect(await findings()).toMatchObject([
    { line: 12, message: 'x-labels does not belong on a property.', remedy: 'Move it to the root of the schema file.' },
    { line: 13, message: "x-labels/groups/basic must have required property 'zh'." },
  ]);
});

test('an operation that does not say who may call it is refused', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', entity('{}'));
  const text = "things:\n  get:\n    operationId: listThings\n    responses: { '200': { description: ok } }\n";
  write('openapi/paths/thing.yaml', text);
  expect((await findings())[0]!.message).toBe('listThings does not say who may call it.');
});

test('a page of the navigation that names no resource is found', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', entity('{}'));
  write(
    'openapi/navigation.yaml',
    'groups: []\nroutes:\n  - { path: /thing, group: g, modes: [global], tabs: [Thin], title: { zh: 东西, en: Things } }\n',
  );
  expect((await findings())[0]).toMatchObject({ file: 'openapi/navigation.yaml', message: '/thing shows Thin, which is no resource.' });
});

test('a key that the navigation or the permission tree does not know is reported with its line and the key that was meant', async () => {
  useInContract();
  write('schemas/entities/thing.yaml', entity('{}'));
  write(
    'openapi/navigation.yaml',
    'groups: []\nroutes:\n  - { path: /thing, group: g, modes: [global], tabs: [Thing], hiden: true, title: { zh: 东西, en: Things } }\n',
  );
  write('openapi/permissions.yaml', '- name: things\n  id: 0-0\n  lable: { zh: 东西, en: Things }\n');
  expect(await findings()).toMatchObject([
    { file: 'openapi/navigation.yaml', line: 3, message: 'navigation has no key "hiden" at /routes/0.' },
    { file: 'openapi/permissions.yaml', line: 1, message: "permissions/0 must have required property 'label'." },
    { file: 'openapi/permissions.yaml', line: 1, message: 'permissions has no key "lable" at /0.' },
  ]);
  expect((await findings())[0]?.remedy).toContain('Did you mean "hidden"?');
});

test('YAML that cannot be read is reported with its line', async () => {
  write('schemas/entities/thing.yaml', 'title: Thing\nx-ui: { columns: [name }\n');
  expect((await findings())[0]).toMatchObject({ file: 'schemas/entities/thing.yaml', line: 2 });
});
