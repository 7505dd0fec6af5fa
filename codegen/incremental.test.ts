import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BuildError } from '#codegen/build-error.ts';
import { generateServed } from '#codegen/generate.ts';
import { Memory } from '#codegen/remembered.ts';
import { scaffold } from '#codegen/scaffold.ts';
import { times } from '#tests/support/effort.ts';

const root = resolve(import.meta.dirname, '..');
let copy = '';

// each comparison is a whole pass of codegen
vi.setConfig({ testTimeout: 600_000 });

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'incremental-'));
  for (const folder of ['openapi', 'schemas', 'locales']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Numbers that look random and are the same every day. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Pick = <T>(all: readonly T[]) => T;
/** What somebody does to one file of a folder: the text before, the text after. */
type Edit = { folder: string; change: (text: string, pick: Pick) => string };

const english = ['Carrier', 'Gateway', 'Uplink', 'Branch'];
const chinese = ['线路', '网关', '出口', '分支'];

/** One occurrence of the pattern, any of them. */
function once(text: string, pattern: RegExp, pick: Pick, to: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const match = pick(found);
  return text.slice(0, match.index) + to(match[0]) + text.slice(match.index + match[0].length);
}

const edits: Record<string, Edit> = {
  'a title': {
    folder: 'schemas/entities',
    change: (text, pick) => once(text, /title: [A-Z][a-z]+\b/g, pick, () => `title: ${pick(english)}`),
  },
  'a title of a value': {
    folder: 'schemas/values',
    change: (text, pick) => once(text, /^title: .*$/gm, pick, () => `title: ${pick(english)}`),
  },
  'a limit': {
    folder: 'schemas/entities',
    change: (text, pick) => once(text, /maxLength: \d+/g, pick, () => `maxLength: ${pick([17, 33, 65])}`),
  },
  'a limit of a value': {
    folder: 'schemas/values',
    change: (text, pick) => once(text, /maxLength: \d+/g, pick, () => `maxLength: ${pick([19, 35, 67])}`),
  },
  'a new property': {
    folder: 'schemas/entities',
    change: (text, pick) =>
      text.replace(
        '\nproperties:\n',
        `\nproperties:\n  added${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}: { type: string, maxLength: 9, description: It is new. }\n`,
      ),
  },
  'a new reference': {
    folder: 'schemas/entities',
    change: (text, pick) =>
      text.replace('\nproperties:\n', `\nproperties:\n  seen${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}: { $ref: ../values/${pick(values())} }\n`),
  },
  'a property that needs not be': {
    folder: 'schemas/entities',
    change: (text, pick) => once(text, /^required: \[([a-zA-Z]+), /gm, pick, () => 'required: ['),
  },
  'a summary': { folder: 'openapi/paths', change: (text, pick) => once(text, /summary: .*/g, pick, () => `summary: ${pick(english)}`) },
  'a parameter that goes': {
    folder: 'openapi/paths',
    change: (text, pick) => once(text, /\n +- \{ \$ref: [^}]*parameters\/Locale' \}/g, pick, () => ''),
  },
  'a word in Chinese': {
    folder: 'locales/zh/entities',
    change: (text, pick) => once(text, /": "[^"]+"/g, pick, () => `": "${pick(chinese)}"`),
  },
  'a shared field': {
    folder: 'schemas/shared',
    change: (text, pick) => once(text, /\.yaml' \}/g, pick, () => `.yaml', description: ${pick(english)} }`),
  },
  'a comment': { folder: 'schemas/entities', change: (text) => `# seen\n${text}` },
};

function values(): string[] {
  return readdirSync(join(copy, 'schemas/values')).filter((name) => name.endsWith('.yaml'));
}

/** As editors save: a new file takes the place of the old one. */
function save(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/** What a pass says: every output, or what is wrong. */
async function said(memory?: Memory): Promise<Map<string, string>> {
  try {
    const { output, uiModel } = await generateServed(copy, join(copy, 'openapi/openapi.yaml'), { memory });
    return new Map([...output, ...[...uiModel].map(([path, text]): [string, string] => [`ui-model/${path}`, text])]);
  } catch (error) {
    if (error instanceof BuildError) return new Map([['wrong', error.message]]);
    throw error;
  }
}

function differences(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  if ([...some.keys()].join() !== [...others.keys()].join()) return ['other files, or in another order'];
  return [...some].filter(([path, text]) => others.get(path) !== text).map(([path]) => path);
}

test('after any series of edits an incremental pass makes the very bytes of a whole one', async () => {
  const memory = new Memory();
  const random = randomly(times(20_261_123, Date.now() % 2_147_483_648));
  const pick: Pick = (all) => {
    const found = all[random(all.length)];
    if (found === undefined) throw new Error('Nothing to pick from');
    return found;
  };
  await said(memory);
  const done: string[] = [];
  let changed = 0;
  for (let round = 0; round < times(2, 40); round++) {
    const before = new Map<string, string>();
    for (let each = 0; each < 6; each++) {
      const name = pick(Object.keys(edits));
      const { folder, change } = edits[name] ?? { folder: '', change: (text: string) => text };
      const file = join(folder, pick(readdirSync(join(copy, folder)).filter((found) => /\.(yaml|json)$/.test(found))));
      const text = readFileSync(join(copy, file), 'utf8');
      const edited = change(text, pick);
      if (edited === text) continue;
      before.set(file, before.get(file) ?? text);
      save(join(copy, file), edited);
      done.push(`${name} in ${file}`);
      // each of them is a pass of its own, as it is while somebody writes
      if ((await said(memory)).has('wrong')) done.push('(wrong)');
      changed++;
    }
    expect(differences(await said(memory), await said()), done.slice(-8).join('; ')).toEqual([]);
    // every other round is taken back, as a checkout does: many files at once
    if (round % 2 === 1) for (const [file, text] of before) save(join(copy, file), text);
  }
  expect(changed).toBeGreaterThan(6);
});

test('a mistake is said again and again, and is over once it is mended', async () => {
  const memory = new Memory();
  const file = join(copy, 'schemas/entities/tag.yaml');
  const right = readFileSync(file, 'utf8');
  const first = await said(memory);
  for (const wrong of [`${right}\nx-uii: [`, right.replace('x-ui:', 'x-ui: { colums: [] }\nx-uii:')]) {
    save(file, wrong);
    const found = await said(memory);
    expect(found.get('wrong')).toContain('schemas/entities/tag.yaml');
    expect([...(await said(memory))]).toEqual([...found]);
  }
  save(file, right);
  expect(differences(await said(memory), first)).toEqual([]);
});

test('what comes anew and what goes again is found', async () => {
  const memory = new Memory();
  const first = await said(memory);
  const folders = ['openapi', 'schemas', 'locales'];
  const kept = mkdtempSync(join(tmpdir(), 'incremental-kept-'));
  for (const folder of folders) cpSync(join(copy, folder), join(kept, folder), { recursive: true });
  scaffold(copy, 'lineVendor', 'configuration');
  const more = await said(memory);
  expect(more.has('model/line-vendor.json')).toBe(true);
  expect(differences(more, await said())).toEqual([]);
  for (const folder of folders) {
    rmSync(join(copy, folder), { recursive: true });
    renameSync(join(kept, folder), join(copy, folder));
  }
  rmSync(kept, { recursive: true });
  expect(differences(await said(memory), first)).toEqual([]);
});
