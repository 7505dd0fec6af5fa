import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BuildError } from '#codegen/build-error.ts';
import { type Output, writeOutput } from '#codegen/emit/output.ts';
import { generate } from '#codegen/generate.ts';
import { scaffold } from '#codegen/scaffold.ts';
import type { PermissionNode } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { there } from '#tests/support/answers.ts';
import { changedExamples } from '#tests/support/changed-examples.ts';
import { isModel, isListedResource, isResourceForms } from '#tests/support/model.ts';
import { freePort } from '#tests/support/server.ts';
import { sure, type Guard } from '#tests/support/shape.ts';

const root = resolve(import.meta.dirname, '..');
let copy: string;

/** What was written, what was wrong with it as it stood, and what became of it once it had an enumeration: one pass for all. */
let written: string[];
let findings: unknown[];
let output: Output;

// a whole pass of codegen, which a busy machine needs a while for
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'scaffold-'));
  for (const folder of ['openapi', 'schemas', 'locales']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  written = scaffold(copy, 'circuitVendor', 'configuration');
  const examples = await changedExamples(copy);
  expect(examples.paths).toHaveLength(2);
  findings = [...examples.findings, ...unformatted(written)];
  writeFileSync(
    join(copy, 'schemas/values/vendor-rank.yaml'),
    'title: Rank\ntype: string\nenum: [preferred, spare]\nx-labels:\n  title: 等级\n  values:\n    preferred: { en: First choice, zh: 首选 }\n    spare: { en: Spare, zh: 备选 }\n',
  );
  appendProperty('schemas/entities/circuit-vendor.yaml', "rank: { $ref: '../values/vendor-rank.yaml' }");
  ({ output } = await generate(copy, join(copy, 'openapi/openapi.yaml')));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the formatter says of files of the copy that are not as it would write them. */
function unformatted(files: readonly string[]): string[] {
  cpSync(join(root, '.oxfmtrc.json'), join(copy, '.oxfmtrc.json'));
  const format = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const { status, stdout, stderr } = spawnSync(process.execPath, [format, '--check', ...files], { cwd: copy, encoding: 'utf8' });
  return status === 0 ? [] : [stdout + stderr];
}

function readJson<T>(output: ReadonlyMap<string, string>, path: string, fits: Guard<T>): T {
  return sure(JSON.parse(there(output.get(path))), fits);
}

function appendProperty(file: string, property: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), text.replace('\nproperties:\n', `\nproperties:\n  ${property}\n`));
}

test('a new entity has page, menu entry, permissions, form and validators, and changes no TypeScript', () => {
  expect(written.every((path) => /\.(yaml|json)$/.test(path))).toBe(true);
  const model = readJson(output, 'model/index.json', isModel);
  const resource = wholeOf(
    readJson(output, 'model/circuit-vendor.json', isListedResource),
    readJson(output, 'model/circuit-vendor.form.json', isResourceForms),
  );
  const entry = model.navigation.find((row) => row.tabs?.includes('CircuitVendor'));
  expect(entry).toMatchObject({
    path: '/r/circuit-vendor',
    group: 'configuration',
    modes: ['company'],
    node: 'configuration/circuitVendor',
  });
  const node = model.permissions.find((group) => group.name === 'configuration')?.children?.find((child) => child.name === 'circuitVendor');
  expect(node?.children?.map((leaf) => leaf.name)).toEqual(['readOnly', 'edit']);
  expect(
    Object.entries(resource.operations)
      .filter(([, list]) => list.length > 0)
      .map(([kind]) => kind),
  ).toEqual(['list', 'get', 'create', 'update', 'delete']);
  expect(output.get('model/circuit-vendor.validators.js')).toContain('createCompanyCircuitVendor');
  expect(JSON.parse(there(output.get('report.json')))).toMatchObject({ missingLabels: [] });
});

test('as it is written its examples fit, and its files are formatted', () => {
  expect(findings).toEqual([]);
});

test('the server answers for it', async () => {
  for (const folder of ['server', 'domain']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const each of ['package.json', 'tsconfig.json']) cpSync(join(root, each), join(copy, each));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'dist'));
  writeOutput(join(copy, 'generated'), output);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'data'), DEMO: 'off', CAPTCHA: 'off' };
  const server = spawn(process.execPath, [join(copy, 'server/main.mjs')], { cwd: copy, env });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += String(text)));
  try {
    await expect.poll(async () => fetchedFrom(port), { timeout: 90_000, interval: 200 }).toBe(401);
  } catch (error) {
    throw new Error(said, { cause: error });
  } finally {
    const gone = once(server, 'exit');
    server.kill();
    await gone;
  }
});

/** Nobody is logged in: a call that is there is refused, one that is not is not found. */
async function fetchedFrom(port: number): Promise<number> {
  const address = `http://127.0.0.1:${port}/api/v1/companies/c-1/circuitVendors`;
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}

test('an enumeration of it is one file: its words stand there in both languages', () => {
  const labels = (language: string): unknown => JSON.parse(there(output.get(`model/labels/${language}/circuit-vendor.json`)));
  expect(labels('zh')).toMatchObject({ fields: { rank: '等级' }, enums: { rank: { preferred: '首选', spare: '备选' } } });
  expect(labels('en')).toMatchObject({ fields: { rank: 'Rank' }, enums: { rank: { preferred: 'First choice', spare: 'Spare' } } });
  expect(output.get('openapi.json')).not.toContain('x-labels');
  expect(written.length + 1).toBeLessThanOrEqual(5);
});

test('its permission ids take no place that a role may already hold', () => {
  const walk = (nodes: PermissionNode[]): string[] => nodes.flatMap((node) => [`${node.id} ${node.name}`, ...walk(node.children ?? [])]);
  const idsIn = (text: string): string[] => walk(sure(JSON.parse(text), isModel).permissions);
  const before = idsIn(readFileSync(join(root, 'generated/model/index.json'), 'utf8'));
  const after = idsIn(there(output.get('model/index.json')));
  expect(before.length).toBeGreaterThan(0);
  expect(before.every((id) => after.includes(id))).toBe(true);
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after.map((id) => id.split(' ')[0])).size).toBe(after.length);
});

test('a name that is taken or is none is refused', () => {
  expect(() => scaffold(copy, 'tag', 'configuration')).toThrow(BuildError);
  expect(() => scaffold(copy, 'Circuit Vendor', 'configuration')).toThrow(BuildError);
});
