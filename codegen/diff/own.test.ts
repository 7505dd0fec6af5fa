import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Change } from './change.ts';
import { compareSides } from './compare.ts';
import { html } from './report.ts';
import { sideOf } from './side.ts';
import { usesIn } from './uses.ts';

/** Our own contract with some of its files edited, as a reviewer would be told of it. */
const root = resolve(import.meta.dirname, '../..');
let copy = '';
let changes: Change[];
let page = '';

// two whole readings of the contract
vi.setConfig({ hookTimeout: 120_000 });

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'diff-own-'));
  for (const folder of ['openapi', 'schemas', 'locales']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  edit('locales/zh/entities/tag.json', '    "remark": "备注"', '    "scope": "范围"');
  edit('locales/zh/entities/tag.json', '简短；同一类型内不可重名。', '简短。');
  edit(
    'schemas/entities/tag.yaml',
    'name: { title: Name,',
    'colour: { title: Colour, type: string, maxLength: 7 }\n  name: { title: Label,',
  );
  edit('schemas/entities/entrust.yaml', '\n  delegateFrom:', '\n  delegatedBy:');
  edit(
    'schemas/entities/policy-route.yaml',
    `\n  fwMark: { title: FwMark, description: 'Hexadecimal, 0xff to 0xffff.', type: string, format: fwmark, maxLength: 6 }`,
    '',
  );
  edit('openapi/navigation.yaml', '{ zh: 总览, en: Home }', '{ zh: 首页, en: Home }');
  edit('openapi/paths/service-status.yaml', 'serviceStatus, level: read', 'serviceStatus, level: edit');
  const [before, after] = [await sideOf(root, join(root, 'openapi/openapi.yaml')), await sideOf(copy, join(copy, 'openapi/openapi.yaml'))];
  changes = compareSides(before, after, usesIn(root));
  page = html({ base: 'main', changes, refused: [] }, before, after);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text, file).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
}

function said(screen: string): string[] {
  return changes.filter((change) => change.screen === screen).map(({ kind, words }) => `${kind} ${words}`);
}

test('words of one language that are missing, stale or others are said on their screen, and where they stand', () => {
  expect(said('Tag')).toEqual(
    expect.arrayContaining([
      'LABEL field colour: no Chinese, English is shown',
      'LABEL field name: English “Name” becomes “Label”; the Chinese stays as it is',
      'LABEL help of name: Chinese “简短；同一类型内不可重名。” becomes “简短。”',
    ]),
  );
  const missing = changes.find(({ words }) => words.startsWith('field colour: no Chinese'));
  expect(missing?.pointer).toBe('locales/zh/entities/tag.json#/field/colour');
  expect(said('Menu')).toEqual(['LABEL group home: Chinese “总览” becomes “首页”']);
});

test('who may call what is said in words, as it was and as it is', () => {
  expect(said('ServiceStatus')).toEqual([
    'ACCESS listServiceStatuses: who may read monitor/serviceStatus, in no company in particular becomes who may edit monitor/serviceStatus, in no company in particular',
  ]);
});

test('what is read of a file by its heading is not read by the old one', () => {
  expect(said('Tag')).toContain('LABEL files with the import column “Name” leave name empty until somebody says what it means');
});

test('a column of kept files that fills nothing any more breaks, as its field and its line in the form do', () => {
  expect(said('PolicyRoute')).toEqual(
    expect.arrayContaining(['BREAK field fwMark is gone', 'BREAK import column fwMark fills nothing any more']),
  );
});

test('a rule over what is gone breaks, and code of ours that still names it, by file and line', () => {
  const own = changes.filter(({ screen }) => screen === 'Entrust');
  expect(said('Entrust')).toContain('RENAME delegateFrom is called delegatedBy');
  expect(said('Entrust')).toContain('BREAK rule differ is over delegateFrom, which is gone');
  const code = own.find(({ words }) => words === 'code of ours still names delegateFrom, which is called delegatedBy');
  expect(code).toMatchObject({ kind: 'BREAK', pointer: '#/components/schemas/Entrust/properties/delegatedBy' });
  for (const place of code?.overrides ?? []) {
    const [file = '', line = ''] = place.split(':');
    expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toContain('delegateFrom');
  }
  expect(code?.overrides.length).toBeGreaterThan(0);
});

test('the pictures of a form mark what came, what went and what is another, and nothing else', () => {
  const [, section = ''] = page.split('<h2>Tag ');
  const [was = '', is = ''] = (section.split('</section>')[0] ?? '').split('<h3>after</h3>');
  const marked = (picture: string): string[] =>
    [...picture.matchAll(/class="(gone|new|changed)"><em>\1<\/em> ([^/<]+) \//g)].map(([, mark, name]) => `${mark} ${name}`);
  expect(marked(is)).toEqual(['new Colour', 'changed Label']);
  expect(marked(was)).toEqual(['changed Name']);
  expect(marked(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^gone /)]));
});
