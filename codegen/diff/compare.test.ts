import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { changed, circuit, contract, item, list, ok, properties, property, schema, tested, without } from '#tests/support/circuits.ts';
import { DiffSides } from '#tests/support/diff-sides.ts';
import { open, readApprovals, withApprovals } from './approved.ts';
import { compareSides } from './compare.ts';
import { refusedExamples } from './documents.ts';
import { html, markdown } from './report.ts';
import type { Side } from './side.ts';

let sides: DiffSides;
let base: Side;
beforeAll(async () => {
  sides = new DiffSides();
  base = await sides.of(contract);
});
afterAll(() => sides.remove());

/** What is changed, and of what is said the first line and its kind. */
const cases: [what: string, document: () => JsonObject, kind: string, words: string][] = [
  ['a property is taken away', () => changed([...schema, 'properties'], without('bandwidth')), 'BREAK', 'field bandwidth is gone'],
  ['its column goes with it', () => changed([...schema, 'properties'], without('bandwidth')), 'BREAK', 'column bandwidth disappears'],
  ['an action is taken away', () => changed(['paths', '/circuits/{circuitId}/test'], undefined), 'BREAK', 'action testCircuit is gone'],
  ['a deletion is taken away', () => changed([...item, 'delete'], undefined), 'BREAK', 'delete deleteCircuit is gone'],
  [
    'a property is required',
    () => changed([...schema, 'required'], ['name', 'vendor', 'kind']),
    'BREAK',
    'field kind: is required, without a default',
  ],
  [
    'a new property is required',
    () =>
      changed([...schema], { ...circuit, properties: { ...properties, site: { type: 'string' } }, required: ['name', 'vendor', 'site'] }),
    'BREAK',
    'field site appears: text, required, without a default',
  ],
  [
    'a value is taken away',
    () => changed([...property('kind'), 'enum'], ['fibre', 'copper']),
    'BREAK',
    'field kind: radio can no longer be chosen',
  ],
  ['a text is shorter', () => changed([...property('name'), 'maxLength'], 20), 'BREAK', 'field name: maxLength 40 becomes 20'],
  ['a pattern comes', () => changed([...property('name'), 'pattern'], '^A'), 'BREAK', 'field name: pattern none becomes ^A'],
  [
    'a type changes',
    () => changed(property('bandwidth'), { type: 'string', title: 'Bandwidth' }),
    'BREAK',
    'field bandwidth: integer becomes text',
  ],
  [
    'a filter is taken away',
    () =>
      changed(
        [...list, 'parameters'],
        asArray(asObject(asObject(asObject(contract['paths'])['/circuits'])['get'])['parameters']).slice(0, 2),
      ),
    'BREAK',
    'filter kind disappears',
  ],
  [
    'a query is needed',
    () =>
      changed(
        [...list, 'parameters'],
        [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'offset', in: 'query', schema: { type: 'integer' } },
          { name: 'kind', in: 'query', required: true, schema: { type: 'string' } },
        ],
      ),
    'BREAK',
    'listCircuits needs kind',
  ],
  [
    'a number has a lower end',
    () => changed([...property('bandwidth'), 'maximum'], 500),
    'TIGHTEN',
    'field bandwidth: maximum 100000 becomes 500',
  ],
  ['a format comes', () => changed([...property('vendor'), 'format'], 'hostname'), 'TIGHTEN', 'field vendor: format none becomes hostname'],
  [
    'a property comes',
    () => changed([...schema, 'properties'], { ...properties, note: { type: 'string' } }),
    'VISIBLE',
    'field note appears: text',
  ],
  [
    'a value comes',
    () => changed([...property('kind'), 'enum'], ['fibre', 'copper', 'radio', 'satellite']),
    'VISIBLE',
    'field kind: satellite can be chosen',
  ],
  ['a text is longer', () => changed([...property('name'), 'maxLength'], 80), 'VISIBLE', 'field name: maxLength 40 becomes 80'],
  [
    'a title changes',
    () => changed([...property('vendor'), 'title'], 'Carrier'),
    'LABEL',
    'field vendor: English “Vendor” becomes “Carrier”',
  ],
  [
    'a description changes',
    () => changed([...property('vendor'), 'description'], 'Who runs the line.'),
    'LABEL',
    'help of vendor: English “Who owns the line.” becomes “Who runs the line.”',
  ],
  [
    'a property gets another name',
    () =>
      changed([...schema], {
        ...circuit,
        required: ['name', 'carrier'],
        properties: { ...without('vendor'), carrier: properties['vendor'] ?? null },
      }),
    'RENAME',
    'vendor is called carrier',
  ],
  [
    'an operation gets another name',
    () => changed([...item, 'get', 'operationId'], 'readCircuit'),
    'RENAME',
    'operation getCircuit is called readCircuit',
  ],
  [
    'paging is inferred otherwise',
    () =>
      changed(
        [...list, 'parameters'],
        [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'kind', in: 'query', schema: { type: 'string' } },
        ],
      ),
    'GUESS',
    'pages of listCircuits are asked for in another way',
  ],
  [
    'a call on many rows is taken from an action',
    () => changed([...tested, 'x-ui'], {}),
    'BREAK',
    'testCircuit is no longer offered on several rows at once',
  ],
  [
    'changes of others are no longer noticed',
    () => changed([...item, 'put', 'parameters'], []),
    'BREAK',
    'updateCircuit no longer notices what somebody else has changed meanwhile (If-Match)',
  ],
  [
    'one logs in otherwise',
    () => changed(['components', 'securitySchemes', 'key'], { type: 'http', scheme: 'bearer' }),
    'ACCESS',
    'key logs in by http bearer instead of apiKey header X-Key',
  ],
  [
    'a call asks for no log-in',
    () => changed([...list, 'security'], []),
    'ACCESS',
    'listCircuits asks for nothing instead of what all calls ask for',
  ],
  [
    'a body has another media type',
    () =>
      changed([...item, 'put', 'requestBody', 'content'], {
        'application/merge-patch+json': { schema: { $ref: '#/components/schemas/Circuit' } },
      }),
    'BREAK',
    'updateCircuit is sent as application/merge-patch+json instead of application/json',
  ],
  [
    'a call succeeds with another code',
    () => changed([...item, 'delete', 'responses'], { '202': { description: 'going' } }),
    'VISIBLE',
    'deleteCircuit answers 202 instead of 204',
  ],
  [
    'a schema is opened',
    () => changed([...schema, 'additionalProperties'], true),
    'VISIBLE',
    'the whole takes properties of any other name',
  ],
  [
    'fields move between groups',
    () =>
      changed(
        [...schema, 'x-ui', 'groups'],
        [
          { name: 'basic', fields: ['name'] },
          { name: 'line', fields: ['vendor', 'kind', 'bandwidth', 'contact'] },
        ],
      ),
    'VISIBLE',
    'field vendor moves from group basic to line',
  ],
  [
    'a parameter takes less',
    () =>
      changed(
        [...list, 'parameters'],
        asArray(asObject(asObject(asObject(contract['paths'])['/circuits'])['get'])['parameters']).map((each) =>
          asObject(each)['name'] === 'kind' ? { name: 'kind', in: 'query', schema: { type: 'string', maxLength: 5 } } : each,
        ),
      ),
    'BREAK',
    'listCircuits, parameter kind: maxLength none becomes 5',
  ],
  [
    'a property gets another name, and more beside it',
    () => changed([...schema], renamedAnd({ maxLength: 60 })),
    'RENAME',
    'vendor is called carrier',
  ],
  [
    'what else became of it is said too',
    () => changed([...schema], renamedAnd({ maxLength: 60 })),
    'VISIBLE',
    'field carrier: maxLength 30 becomes 60',
  ],
  ['a form is gone', () => changed(['paths', '/circuits/audit'], undefined), 'BREAK', 'form auditCircuits is gone'],
];

/** In the place of the vendor, under another name, and with more that is different. */
function renamedAnd(more: JsonObject): JsonObject {
  const entries = Object.entries(properties).map(([name, value]) =>
    name === 'vendor' ? ['carrier', { ...asObject(value), ...more }] : [name, value],
  );
  return { ...circuit, required: ['name', 'carrier'], properties: Object.fromEntries(entries) };
}

test.each(cases)('%s', async (_what, document, kind, words) => {
  const changes = compareSides(base, await sides.of(document()));
  const said = changes.map((change) => `${change.kind} ${change.words}`);
  expect(
    said.some((line) => line.startsWith(`${kind} ${words}`)),
    said.join('\n'),
  ).toBe(true);
});

test('nothing to say where nothing changes', async () => {
  const same = await sides.of(structuredClone(contract));
  expect(compareSides(base, same)).toEqual([]);
  expect(markdown({ base: 'main', changes: [], refused: [] })).toBe('Nothing changes on screen against main.\n');
});

test('a name that goes and one that comes are one line, and take no column away', async () => {
  const renamed = changed([...schema], {
    ...circuit,
    required: ['name', 'carrier'],
    properties: { ...without('vendor'), carrier: properties['vendor'] ?? null },
  });
  const changes = compareSides(base, await sides.of(renamed));
  expect(changes.filter(({ kind }) => kind === 'BREAK').map(({ words }) => words)).toEqual([]);
});

test('a field that is shown under another condition is no field that goes and another that comes', async () => {
  const when = (kind: string): JsonObject =>
    changed([...schema], {
      ...circuit,
      allOf: [
        {
          if: { properties: { kind: { const: kind } }, required: ['kind'] },
          then: { properties: { port: { type: 'integer', title: 'Port' } } },
        },
      ],
    });
  const changes = compareSides(await sides.of(when('fibre')), await sides.of(when('copper')));
  expect(changes.map(({ kind, words }) => `${kind} ${words}`)).toEqual([
    expect.stringMatching(/^VISIBLE field port: when .*fibre.* becomes .*copper/),
  ]);
});

test('a page that comes is told, one that goes breaks', async () => {
  const more = changed(['paths', '/vendors'], {
    get: {
      operationId: 'listVendors',
      tags: ['net'],
      responses: ok({
        type: 'array',
        items: { type: 'object', title: 'Vendor', properties: { id: { type: 'string' }, name: { type: 'string' } } },
      }),
    },
  });
  const other = await sides.of(more);
  expect(compareSides(base, other)).toMatchObject([{ kind: 'VISIBLE', screen: 'Vendor', words: expect.stringContaining('new page') }, {}]);
  const back = compareSides(other, base);
  expect(back[0]).toMatchObject({ kind: 'BREAK', screen: 'Vendor', words: 'the page is gone' });
});

test('who may, menus and their words', () => {
  const entry = { path: '/lines', group: 'net', modes: ['company' as const], title: { zh: '线路', en: 'Lines' } };
  const node = { name: 'lines', id: '0-1', label: { zh: '线路', en: 'Lines' } };
  const with_ = (pages: Partial<Side['pages']>): Side => ({
    ...base,
    pages: { ...base.pages, routes: [entry], permissions: [node], ...pages },
  });
  const of = (pages: Partial<Side['pages']>): string[] =>
    compareSides(with_({}), with_(pages)).map(({ kind, screen, words }) => `${kind} ${screen}: ${words}`);
  expect(of({ routes: [{ ...entry, modes: ['global', 'company'] }] })).toEqual([
    'ACCESS Menu: /lines: modes ["company"] becomes ["global","company"]',
  ]);
  expect(of({ routes: [{ ...entry, title: { zh: '专线', en: 'Lines' } }] })).toEqual([
    'LABEL Menu: title of /lines: Chinese “线路” becomes “专线”',
  ]);
  expect(of({ routes: [] })).toEqual(['BREAK Menu: the page /lines is gone']);
  expect(of({ permissions: [{ ...node, onlyAdmin: true }] })).toEqual(['ACCESS Permissions: permission lines is given to others']);
});

test('what permissions are called, and the sentences of problems, are words as others are', () => {
  const node = { name: 'lines', id: '0-1', label: { zh: '线路', en: 'Lines' } };
  const full = { status: 409, title: { zh: '已满', en: 'Full' }, detail: { zh: '没有空位。', en: 'No room is left.' } };
  const with_ = (label: typeof node.label, problem: typeof full): Side => ({
    ...base,
    contract: { ...base.contract, problems: { full: problem } },
    pages: { ...base.pages, permissions: [{ ...node, label }] },
  });
  const before = with_(node.label, full);
  const after = with_({ zh: '专线', en: 'Lines' }, { ...full, status: 422, detail: { ...full.detail, en: 'It is full.' } });
  expect(compareSides(before, after).map(({ kind, screen, words }) => `${kind} ${screen}: ${words}`)).toEqual([
    'LABEL Permissions: permission lines: Chinese “线路” becomes “专线”',
    'VISIBLE Problems: problem full: status 409 becomes 422',
    'LABEL Problems: sentence of problem full: English “No room is left.” becomes “It is full.”; the Chinese stays as it is',
  ]);
});

test('a form is named with its own address, and one whose answer is a panel with the page that shows it', async () => {
  const after = await sides.of(changed(['paths', '/circuits/audit', 'post', 'responses'], ok({ type: 'integer' })));
  const routesOf = (): string[][] =>
    compareSides(base, after)
      .filter(({ screen }) => screen === 'auditCircuits')
      .map(({ routes }) => routes);
  expect(new Set(routesOf().flat())).toEqual(new Set(['/form/auditCircuits']));
  const show = [{ operation: 'auditCircuits' }];
  const title = { zh: '线路', en: 'Lines' };
  after.pages.routes = [{ path: '/lines', group: 'net', modes: ['global'], title, panels: [{ name: 'all', title, show }] }];
  expect(new Set(routesOf().flat())).toEqual(new Set(['/lines']));
});

test('a change keeps its fingerprint, and stops until somebody says why it is right', async () => {
  const after = await sides.of(changed([...property('name'), 'maxLength'], 2));
  const changes = compareSides(base, after, (names) => (names.includes('name') ? ['src/screens/lines/index.tsx:7'] : []));
  const [change] = open(changes);
  expect(open(changes)).toHaveLength(1);
  expect(change).toMatchObject({ kind: 'BREAK', pointer: '#/components/schemas/Circuit/properties/name', routes: ['/r/circuit'] });
  expect(compareSides(base, after)[0]?.fingerprint).toBe(change?.fingerprint);
  const file = sides.file('approved-changes.yaml');
  writeFileSync(file, `- { fingerprint: ${change?.fingerprint}, reason: names of lines are two letters }\n`);
  const approved = withApprovals(changes, readApprovals(file));
  expect(open(approved)).toEqual([]);
  const report = { base: 'main', changes: approved, refused: refusedExamples(base, after).map(({ text }) => text) };
  expect(report.refused).toEqual(['createCircuit /name', 'updateCircuit /name']);
  expect(markdown(report)).toContain('1 BREAK (1 approved)');
  expect(markdown(report)).toContain('approved: names of lines are two letters');
  expect(markdown(report)).toContain('named in src/screens/lines/index.tsx:7');
  const page = html(report, base, after);
  expect(page).toContain('maxLength&quot;:40');
  expect(page).toContain('maxLength&quot;:2');
  expect(page).not.toMatch(/<script|src=/);
  writeFileSync(file, '- { fingerprint: abc }\n');
  expect(() => readApprovals(file)).toThrow('no reason');
});
