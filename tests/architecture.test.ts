import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const values = ['src/cells', 'src/controls', 'src/filters'];
/** The rooms of the generic renderer, each above those before it. */
const rooms = ['src/resource', 'src/history', 'src/form', 'src/bulk', 'src/list', 'src/detail', 'src/import', 'src/page'];

/** Who may import whom: the table of docs/architecture.md. A folder may always import itself and packages. */
const mayImport: Record<string, string[]> = {
  domain: [],
  codegen: ['domain'],
  generated: ['domain', 'src/api'],
  'src/ui': ['domain', 'locales'],
  'src/api': ['generated', 'domain'],
  'src/cells': ['generated', 'domain', 'src/api', 'src/ui', 'src/controls', 'src/filters'],
  'src/controls': ['generated', 'domain', 'src/api', 'src/ui', 'src/cells'],
  'src/filters': ['generated', 'domain', 'src/api', 'src/ui', 'src/cells', 'src/controls'],
  'src/time': ['generated', 'domain', 'src/api', 'src/ui'],
  'src/resource': ['generated', 'domain', 'src/api', 'src/ui', 'src/list'],
  'src/history': ['generated', 'domain', 'src/api', 'src/ui', 'src/cells', 'src/resource', 'src/detail'],
  'src/form': ['generated', 'domain', 'src/api', 'src/ui', 'src/cells', 'src/controls', 'src/resource', 'src/history'],
  'src/bulk': ['generated', 'domain', 'src/api', 'src/ui', 'src/resource', 'src/history', 'src/import'],
  'src/list': ['generated', 'domain', 'src/api', 'src/ui', ...values, 'src/resource', 'src/form', 'src/bulk'],
  'src/detail': ['generated', 'domain', 'src/api', 'src/ui', ...values, 'src/resource', 'src/history', 'src/form', 'src/list'],
  'src/import': ['generated', 'domain', 'src/api', 'src/ui', ...values, ...rooms.slice(0, -2)],
  'src/page': ['generated', 'domain', 'src/api', 'src/ui', ...values, ...rooms.slice(0, -1)],
  'src/screens': ['generated', 'domain', 'src/api', 'src/ui', ...values, ...rooms, 'src/time'],
  'src/app': ['generated', 'domain', 'locales', 'src/api', 'src/ui', ...values, ...rooms, 'src/time', 'src/screens'],
  server: ['generated', 'domain'],
  tests: ['domain', 'codegen', 'generated', 'server', 'src/app', 'src/api', 'src/ui', ...values, ...rooms, 'locales'],
  bench: ['domain', 'codegen', 'generated', 'server', 'tests'],
};

const root = resolve(import.meta.dirname, '..');
const aliases = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports;

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : /\.tsx?$/.test(name) ? [path] : [];
  });
}

const files = ['domain', 'codegen', 'src', 'server', 'tests', 'bench']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => filesBelow(join(root, folder)));

/** Every specifier of a file: static and dynamic imports, re-exports, worker URLs. */
function specifiers(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /\bfrom\s+['"]([^'"]+)['"]/g,
    /\bimport\s+['"]([^'"]+)['"]/g,
    /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g,
    /new URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]!));
}

/** Path below the root that a specifier means, or undefined for a package. */
function resolveSpecifier(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(dirname(file), specifier));
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1);
    if (specifier.startsWith(prefix)) return relative(root, resolve(root, target.slice(0, -1) + specifier.slice(prefix.length)));
  }
  return undefined;
}

function folderOf(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'src' ? parts.slice(0, 2).join('/') : parts[0]!;
}

describe('imports', () => {
  test('every folder imports only what its row of the table allows', () => {
    const wrong: string[] = [];
    for (const file of files) {
      const from = folderOf(relative(root, file));
      for (const specifier of specifiers(readFileSync(file, 'utf8'))) {
        const target = resolveSpecifier(file, specifier);
        if (target === undefined || target.endsWith('.json') || target.endsWith('.css') || target.endsWith('.yaml')) continue;
        const to = folderOf(target);
        if (target.startsWith('tests/support/') && file.includes('.test.')) continue;
        if (to !== from && mayImport[from]?.includes(to) !== true) wrong.push(`${relative(root, file)} imports ${specifier}`);
        if (from === 'src/screens' && to === 'src/screens' && !file.endsWith('screens/registry.ts')) {
          const own = relative(root, file).split('/')[2];
          if (target.split('/')[2] !== own) wrong.push(`${relative(root, file)} imports another screen, ${specifier}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('codegen goes one way: a stage imports itself, those before it and what belongs to none', () => {
    const stages = ['read', 'normalise', 'shape', 'annotate', 'infer', 'label', 'emit'];
    const stageOf = (path: string): number => stages.indexOf(/^codegen\/(\w+)\//.exec(path)?.[1] ?? '');
    const wrong = files.flatMap((file) => {
      const own = stageOf(relative(root, file));
      if (own < 0 || file.includes('.test.')) return [];
      const later = specifiers(readFileSync(file, 'utf8')).filter((specifier) => stageOf(resolveSpecifier(file, specifier) ?? '') > own);
      return later.map((specifier) => `${relative(root, file)} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  test('relative imports go no further up than one folder, and every import of ours is written with its extension', () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const specifier of specifiers(readFileSync(file, 'utf8'))) {
        if (specifier.includes('../..')) wrong.push(`${relative(root, file)}: ${specifier}`);
        const target = resolveSpecifier(file, specifier);
        if (target !== undefined && !/\.(tsx?|json|css|js|svg|yaml)(\?.*)?$/.test(target) && !target.endsWith('/'))
          wrong.push(`${relative(root, file)}: ${specifier} has no extension`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('names are kebab-case', () => {
    expect(
      files.map((file) => relative(root, file)).filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(file)),
    ).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 401);
    expect(long.map((file) => relative(root, file))).toEqual([]);
  });

  test('there is no default export outside configuration, and no barrel', () => {
    const wrong = files.filter((file) => /^export default|^export \* from/m.test(readFileSync(file, 'utf8')));
    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });
});
