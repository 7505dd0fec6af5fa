import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readApprovals } from '#codegen/diff/approved.ts';
import { writeOutput } from '#codegen/emit/output.ts';
import { generateServed, type Generated } from '#codegen/generate.ts';
import { bundleContract } from '#codegen/read/bundle.ts';
import { scaffold } from '#codegen/scaffold.ts';
import { asObject } from '#domain/json.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { there } from '#tests/support/answers.ts';
import { changedExamples } from '#tests/support/changed-examples.ts';
import { isLabels, isListedResource, isModel, isResourceForms } from '#tests/support/model.ts';
import { sure, type Guard } from '#tests/support/shape.ts';

/** What docs/how-to.md has to be pasted, pasted as it stands: into one copy of the project, for one pass and one check of types. */
const root = resolve(import.meta.dirname, '..');
const recipes = readFileSync(join(root, 'docs/how-to.md'), 'utf8');
/** Files of the copy that nobody has formatted but the blocks of the recipes. */
const MIGRATION = 'server/migrations/20990101000000-short-tags.ts';
const HANDLER = 'server/features/planning/operations/circuit-vendor.ts';
/** What of the contract is pasted whole. */
const CONTRACT = [
  'schemas/entities/circuit-vendor.yaml',
  'schemas/values/vendor-rank.yaml',
  'openapi/paths/circuit-vendor.yaml',
  'openapi/openapi.yaml',
  'locales/zh/entities/circuit-vendor.json',
];
/** Lines for a terminal, and what it answers. */
const COMMAND = /^(?:npm |[A-Z_]+=|create role|Tag: 2 of 14)/;
const pasted = new Set<string>();
let copy = '';
let pass: Generated;

// a pass of codegen and a check of types, which a busy machine needs a while for
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** What stands indented in a chapter, a block each. */
function blocksIn(chapter: string, indent: number): string[] {
  const margin = ' '.repeat(indent);
  return [...`\n${chapter}`.matchAll(new RegExp(`(?<=\\n\\n)(?:^${margin}.*\\n|^\\n(?=${margin}))+`, 'gm'))].map(
    ([block]) =>
      `${block
        .replaceAll(new RegExp(`^${margin}`, 'gm'), '')
        .replace(/^\n+/, '')
        .trimEnd()}\n`,
  );
}

/** The blocks of a chapter in their order, to be pasted. */
function blocksOf(title: string, indent = 4): string[] {
  const [, rest] = recipes.split(`## ${title}\n`);
  const blocks = blocksIn(there(there(rest).split('\n## ')[0]), indent);
  for (const block of blocks) pasted.add(block);
  return blocks;
}

function blockWith(title: string, text: string): string {
  return there(blocksOf(title).find((block) => block.includes(text)));
}

function write(file: string, text: string): void {
  writeFileSync(join(copy, file), text);
}

/** In a file of the copy, what the recipe says to look for becomes what it says to write. */
function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text, `${file} has what the recipe names`).toMatch(from);
  // a function, so that what is pasted may hold a dollar sign
  write(
    file,
    text.replace(from, (match) => (to.includes('$&') ? to.replace('$&', () => match) : to)),
  );
}

function deeper(block: string, by: number): string {
  return block.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}

function readJson<T>(path: string, fits: Guard<T>): T {
  return sure(JSON.parse(there(pass.output.get(path))), fits);
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'how-to-'));
  for (const folder of ['openapi', 'schemas', 'locales', 'domain', 'server'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  for (const file of ['package.json', 'tsconfig.json', '.oxfmtrc.json', '.oxlintrc.json']) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  pasteVendor();
  pasteSurvey();
  edit('openapi/navigation.yaml', /^ {2}- path: \/sla$/m, `${blockOfQuality()}$&`);
  edit(
    'openapi/paths/rule-check.yaml',
    /^ {4}x-ui: \{ op: none, ruleTrace.*\n/m,
    deeper(blockWith('Say which row decides, and which never do', 'ruleTrace'), 4),
  );
  pass = await generateServed(copy, join(copy, 'openapi/openapi.yaml'));
  mkdirSync(join(copy, 'generated'));
  writeOutput(join(copy, 'generated'), pass.output);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The recipes that follow one another: a new entity, its enumeration, an action on its rows. */
function pasteVendor(): void {
  scaffold(copy, 'circuitVendor', 'configuration');
  const [schema = '', body = '', labels = ''] = blocksOf('Add an entity', 7);
  const [rank = ''] = blocksOf('Add an enumeration');
  const [action = '', line = '', words = '', handler = '', lines = ''] = blocksOf('Add an action on a row');
  const [paths, entity] = ['openapi/paths/circuit-vendor.yaml', 'schemas/entities/circuit-vendor.yaml'];
  edit(paths, /^( +)name: example\n/m, '$&                      mail: noc@vendor.example\n');
  edit(paths, 'default: { value: { name: another } }', body.trim());
  edit(paths, /$/, `\n${action}`);
  write(entity, schema);
  const [, use = ''] = /`(rank: \{ \$ref: [^`]+)`/.exec(recipes) ?? [];
  edit(entity, '\nproperties:\n', `$&  ${use}\n`);
  write('schemas/values/vendor-rank.yaml', rank);
  write(
    'locales/zh/entities/circuit-vendor.json',
    labels.replace('  "groups"', () => `${words}  "groups"`),
  );
  edit('openapi/openapi.yaml', /^ {2}\S+circuitVendors\/.*\n/m, `$&${line}`);
  write(HANDLER, handler);
  const [imported = '', spread = ''] = lines.trimEnd().split('\n');
  edit('server/features/handlers.ts', /^import/m, `${imported}\n$&`);
  edit('server/features/handlers.ts', /^const typed = \{\n/m, `$&${spread}\n`);
  write(MIGRATION, blockWith('Change what is stored', 'Migration'));
}

/** What entities may say beside: an entity of the test's own has the properties that the blocks name. */
function pasteSurvey(): void {
  scaffold(copy, 'lineSurvey', 'configuration');
  const [file, labels] = ['schemas/entities/line-survey.yaml', 'locales/zh/entities/line-survey.json'];
  const form = blockWith('Go through a large form in steps', 'widget: steps').replace(/^x-ui:\n/, '');
  edit(file, /^ {2}groups:\n.*\n/m, `${form}${deeper(blockWith('Add a rule over several fields', 'rules:'), 2)}`);
  edit(
    file,
    '\nproperties:\n',
    `$&${deeper(
      `siteMode: { $ref: '../values/site-mode.yaml', default: officeNetwork }
siteIds: { title: Sites, type: array, maxItems: 9, items: { type: string, maxLength: 64 }, x-ui: { ref: Site } }
otherSites: { $ref: '../values/other-sites.yaml' }
ipmode: { title: Mode, type: string, maxLength: 9 }
wan: { title: WAN, type: string, maxLength: 9 }
lan:
  title: LAN
  type: array
  maxItems: 9
  items: { type: object, properties: { lanIp: { title: Address, type: string, format: ipv4 }, mask: { title: Mask, type: string, format: mask } } }
ntp: { title: NTP, type: string, maxLength: 9 }
${blockWith('Show what is taken beside a subnet', 'widget')}${blockWith('Choose from what a call answers', 'choices')}`,
      2,
    )}`,
  );
  edit(file, /$/, blockWith('Say where an entity stands', 'x-access') + blockWith('Change a field', 'if:'));
  const groups = ['configuration', 'networkConfig', 'advancedConfig', 'ntp', 'deleteAndCreate'];
  write(labels, JSON.stringify({ title: '线路勘察', groups: Object.fromEntries(groups.map((name) => [name, '组'])) }));
}

/** The page of measurements, narrowed from the top bar. */
function blockOfQuality(): string {
  const [, yaml = ''] = /## Show measurements\n[^`]*(?:`[^`\n]+`[^`]*)*```yaml\n([^`]*)```/.exec(recipes) ?? [];
  return `${yaml}${deeper(blockWith('Narrow a page from the top bar', 'selectors'), 4)}`;
}

test('what is pasted for a new entity is whole: it builds, and nothing lacks its Chinese', () => {
  const resource = readJson('model/circuit-vendor.json', isListedResource);
  expect(pass.built.missingLabels.filter((label) => !label.startsWith('line-survey'))).toEqual([]);
  expect(resource.columns).toEqual(['name', 'mail', 'phone', 'enabled', 'updatedAt']);
  expect(resource.operations.actions.map(({ id }) => id)).toEqual(['retireCompanyCircuitVendor']);
  expect(readJson('model/labels/zh/circuit-vendor.json', isLabels)).toMatchObject({
    title: '线路供应商',
    fields: { id: '编号', mail: '联系邮箱' },
    actions: { retireCompanyCircuitVendor: '停用' },
    actionHelp: { retireCompanyCircuitVendor: '停用该供应商；其线路保留。' },
    enums: { rank: { preferred: '首选', spare: '备选' } },
    help: { phone: '全天候接听。', rank: '新线路优先询价的供应商。' },
  });
});

test('their examples fit, as the step of `npm run check` has it', async () => {
  const { paths, findings } = await changedExamples(copy);
  expect(findings).toEqual([]);
  expect(paths.length).toBeGreaterThan(5);
});

test('what entities may say beside is understood: steps, a branch, a subnet, choices, a rule, where it stands', () => {
  const survey = wholeOf(readJson('model/line-survey.json', isListedResource), readJson('model/line-survey.form.json', isResourceForms));
  expect(survey.formPage).toEqual({ start: 'siteMode', beside: 'sitePicture' });
  expect(survey.rules).toMatchObject([{ use: 'disjointSubnets', over: ['lan[].lanIp', 'lan[].mask'] }]);
  expect(survey.reach).toEqual({ sites: ['siteIds[]'], none: 'everywhere' });
  const fields = there(survey.schemas[survey.item]?.fields);
  expect(fields.find(({ name }) => name === 'ip')).toMatchObject({ format: 'ip', when: expect.anything() });
  expect(fields.find(({ name }) => name === 'subnet')).toMatchObject({ widget: 'subnet', options: { operation: 'getAddressPlan' } });
  expect(fields.find(({ name }) => name === 'codes')).toMatchObject({ widget: 'choices', options: { operation: 'getAlertDictionary' } });
  expect(JSON.stringify(survey.schemas[survey.item]?.groups)).toContain('lifecycle');
});

test('pages and calls are narrowed, measured and traced as the blocks say', () => {
  const { navigation } = readJson('model/index.json', isModel);
  expect(navigation.find(({ path }) => path === '/lineQuality')).toMatchObject({
    selectors: { city: 'sites', tags: true },
    panels: [{ name: 'circuits', show: [{ operation: 'getQualityMonitoring', parts: ['results'] }] }],
  });
  const traced = (file: string): string => JSON.stringify(readJson(`model/${file}.json`, isListedResource).ruleTrace);
  expect([traced('acl-rule'), traced('snat-rule')]).toEqual([
    expect.stringContaining('listRuleFindings'),
    expect.stringContaining('listRuleFindings'),
  ]);
  expect(traced('dnat-rule')).not.toContain('listRuleFindings');
});

test('what is pasted of TypeScript fits the types that the pasted contract makes, and the rules of the house', () => {
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      ...asObject(JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))),
      include: ['server/features/handlers.ts', 'server/migrations', 'server/**/*.d.ts'],
    }),
  );
  const said = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  };
  expect(said('node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.json')).toBe('');
  expect(said('node_modules/oxfmt/bin/oxfmt', '--check', HANDLER, MIGRATION, ...CONTRACT)).toBe('');
  expect(said('node_modules/oxlint/bin/oxlint', '--deny-warnings', HANDLER, MIGRATION)).toBe('');
});

test('the overlay refines a contract that has what it names, and nothing of it is lost', async () => {
  const [overlay = ''] = blocksOf("Serve somebody else's contract").filter((block) => block.startsWith('overlay:'));
  write(
    'theirs.yaml',
    `openapi: 3.1.0
info: { title: Theirs, version: '1' }
paths:
  /api/jobs: { get: { responses: { '200': { description: All } } } }
  /api/instance: { get: { responses: { '200': { description: One } } } }
components: { schemas: { IntegrationResponse: { type: object } } }
`,
  );
  write('ours.overlay.yaml', overlay);
  const { document, warnings } = await bundleContract(join(copy, 'theirs.yaml'), {
    strict: false,
    overlays: [join(copy, 'ours.overlay.yaml')],
  });
  expect(warnings).toEqual([]);
  expect(Object.keys(asObject(document['paths']))).toEqual(['/api/jobs']);
  expect(JSON.stringify(document)).toContain('Event stream');
});

test('the approval is one', () => {
  const block = blockWith('Review a contract change', 'fingerprint');
  write('approvals.yaml', block);
  expect([...readApprovals(join(copy, 'approvals.yaml'))]).toEqual([['0123456789ab', 'nobody enters a fax number any more']]);
});

test('no block is left that none of these pastes', () => {
  const known = new Set([...pasted].flatMap((block) => [block, deeper(block, 3)]));
  expect(blocksIn(recipes, 4).filter((block) => !known.has(block) && !COMMAND.test(block))).toEqual([]);
});
