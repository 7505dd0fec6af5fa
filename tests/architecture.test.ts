import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pascalCase } from '#codegen/names.ts';
import { circles, root, sources } from './support/source.ts';

/** What every room of the console may build on. */
const ground = ['generated', 'domain', 'src/api', 'src/ui'];
/** The rooms from which pages are made; each imports only from those above it. */
const rooms: Record<string, readonly string[]> = {
  'src/cells': ground,
  'src/controls': [...ground, 'src/cells'],
  'src/filters': [...ground, 'src/cells', 'src/controls'],
  'src/resource': [...ground, 'src/cells'],
  'src/history': [...ground, 'src/cells', 'src/resource'],
  'src/form': [...ground, 'src/cells', 'src/controls', 'src/resource', 'src/history'],
  'src/bulk': [...ground, 'src/resource', 'src/history'],
  'src/list': [...ground, 'src/time', 'src/cells', 'src/controls', 'src/filters', 'src/resource', 'src/bulk'],
  'src/detail': [...ground, 'src/cells', 'src/controls', 'src/resource', 'src/history', 'src/form', 'src/list', 'src/panels'],
  'src/import': [...ground, 'src/cells', 'src/controls', 'src/resource', 'src/history', 'src/form', 'src/bulk', 'src/list'],
};
const parts = [...ground, ...Object.keys(rooms)];

const serverGround = ['generated', 'domain', 'server/store'];
/** The server from what all of it builds on to what puts it together. */
const serverRooms: Record<string, readonly string[]> = {
  'server/store': ['generated', 'domain'],
  'server/migrations': serverGround,
  'server/telemetry': serverGround,
  'server/kernel': [...serverGround, 'server/telemetry', 'locales'],
  'server/features': [...serverGround, 'server/telemetry', 'server/kernel', 'locales'],
  'server/foreign': ['domain', 'server/store', 'server/kernel'],
  'server/simulator': [...serverGround, 'server/telemetry', 'server/kernel', 'server/features', 'server/seed', 'server'],
  'server/seed': [...serverGround, 'server/kernel', 'server/features', 'server/simulator'],
  server: [...serverGround, 'server/telemetry', 'server/kernel', 'server/foreign', 'server/features', 'server/seed', 'server/simulator'],
};
/** Who may import whom: the table of docs/architecture.md. A folder may always import itself and packages; `locales` is data. */
const mayImport: Record<string, readonly string[]> = {
  domain: ['locales'],
  codegen: ['domain'],
  'src/ui': ['domain', 'locales'],
  'src/api': ['generated', 'domain'],
  'src/time': ground,
  'src/charts': [...ground, 'src/time'],
  'src/map': ground,
  'src/panels': [...ground, 'src/cells', 'src/filters', 'src/resource', 'src/time', 'src/charts'],
  ...rooms,
  'src/page': [...parts, 'src/map'],
  'src/screens': [...parts, 'src/page', 'src/time', 'src/charts', 'src/map', 'src/panels'],
  'src/app': [...parts, 'src/page', 'src/time', 'src/charts', 'src/map', 'src/panels', 'src/screens', 'locales'],
  ...serverRooms,
  tests: [
    ...parts,
    'src/page',
    'src/time',
    'src/charts',
    'src/map',
    'src/panels',
    'src/screens',
    'src/app',
    'codegen',
    ...Object.keys(serverRooms),
    'locales',
  ],
  bench: ['domain', 'codegen', 'generated', ...Object.keys(serverRooms), 'tests'],
};

/** Assertions of type that a folder may hold per 1,000 lines. */
const LIMIT = 2;

function folderOf(path: string): string {
  const [top = '', room = '', ...below] = path.split('/');
  return top === 'src' || (top === 'server' && below.length > 0) ? `${top}/${room}` : top;
}

const isScreen = (path: string): boolean => path.startsWith('src/screens/');
/** The one request of the API, its files, whether it is there at all, a map, and the log-in of somebody else's API. */
const requests = [
  'src/api/config.ts',
  'src/api/model.ts',
  'src/api/reload.ts',
  'src/api/request.ts',
  'src/app/foreign/client-token.ts',
  'src/map/land.ts',
];

describe('imports', () => {
  test('every folder imports only what its row of the table allows', () => {
    const wrong = sources.flatMap(({ path, imports }) => {
      const from = folderOf(path);
      return imports.flatMap(({ path: target, specifier }) => {
        const to = folderOf(target);
        const ofTests = path.includes('.test.') && (target.startsWith('tests/support/') || to === 'locales');
        const allowed = to === from || ofTests || mayImport[from]?.includes(to) === true;
        return allowed ? [] : [`${path} imports ${specifier}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test('codegen goes one way: a stage imports itself, those before it and what belongs to none', () => {
    const stages = ['read', 'normalise', 'shape', 'annotate', 'island', 'infer', 'label', 'emit'];
    const stageOf = (path: string): number => stages.indexOf(/^codegen\/(\w+)\//.exec(path)?.[1] ?? '');
    const wrong = sources.flatMap(({ path, imports }) => {
      const own = stageOf(path);
      if (own < 0 || path.includes('.test.')) return [];
      return imports.flatMap(({ path: target, specifier }) => (stageOf(target) > own ? [`${path} imports ${specifier}`] : []));
    });
    expect(wrong).toEqual([]);
  });

  test('what our keywords say is read in one stage: no other looks for them in the document', () => {
    const raw = /[\w)\]]\['x-(?:ui|data|access|labels|platform)'\]/;
    const wrong = sources.filter(
      ({ path, text }) => path.startsWith('codegen/') && !path.startsWith('codegen/read/') && !path.includes('.test.') && raw.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a feature of the server uses of another what that one offers in its index.ts', () => {
    const featureOf = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1];
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ path: target, specifier }) => {
        const [own, other] = [featureOf(path), featureOf(target)];
        const isForeign = own !== undefined && other !== undefined && own !== other;
        return isForeign && target !== `server/features/${other}/index.ts` && !path.includes('.test.')
          ? [`${path} imports ${specifier}`]
          : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('the demo network is loaded by the start where there is to be one, through its one door, and by nobody else', () => {
    const wrong = sources.flatMap(({ path, text, imports }) => {
      if (!path.startsWith('server/') || path.startsWith('server/simulator/')) return [];
      const reached = imports.filter(({ path: target }) => target.startsWith('server/simulator/'));
      const loaded = text.includes("import('#server/simulator/demo.ts')") && !/from '#server\/simulator\//.test(text);
      return reached
        .filter(({ path: target }) => target !== 'server/simulator/demo.ts' || !loaded)
        .map(({ specifier }) => `${path} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  test('who may is said by the contract: the server names no permission of the tree', () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        path.startsWith('server/') &&
        !path.startsWith('server/simulator/') &&
        !path.includes('.test.') &&
        /\bnode: '|:\s*Access = \{ node: '/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('the kernel names the entities by which access is decided, and what devices are told through its port, and no others', () => {
    const own = ['User', 'Role', 'Region', 'Entrust', 'Company', 'SystemConfig'];
    const port = ['Device', 'DeviceUpgrade', 'DiagnosisTask', 'DialingTask', 'ExecutionTask'];
    const entities = globSync('schemas/entities/*.yaml', { cwd: root }).map((path) => pascalCase(basename(path, '.yaml')));
    expect(entities).toEqual(expect.arrayContaining([...own, ...port]));
    const wrong = sources.flatMap(({ path, text }) => {
      if (!path.startsWith('server/kernel/') || path.includes('.test.')) return [];
      const known = path === 'server/kernel/network.ts' ? port : own;
      return entities.filter((name) => !known.includes(name) && text.includes(`'${name}'`)).map((name) => `${path} names ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('no address or account of the demo network stands in the product', () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        /^server\/(?:kernel|features|store|telemetry|foreign)\//.test(path) && !path.includes('.test.') && /demo\.example/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('an entity that is known by name is asked for by its name', () => {
    const literal = /\bspecNamed\('|\bspecs\.get\('/;
    const wrong = sources.filter(
      ({ path, text }) => path.startsWith('server/') && !path.startsWith('server/store/') && !path.includes('.test.') && literal.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('SQL, columns and tables stay in the store', () => {
    const wrong = sources.flatMap(({ path, text }) => {
      if (!path.startsWith('server/') || path.startsWith('server/store/')) return [];
      const found = /\bsql(?:<[^`]*>)?`|'[cs]_[a-z]\w*'|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.exec(text);
      return found ? [`${path}: ${found[0]}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('neither console nor server knows an address of the API by itself', () => {
    const named = sources.filter(
      ({ path, text }) =>
        /^(?:src|server)\//.test(path) && !path.includes('.test.') && /^(?!\s*(?:\/\*|\*|\/\/)).*[`'"]\/api\//m.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  test('a screen calls what it names by the functions made of the contract; one request of the console asks its server', () => {
    const byHand = sources.filter(({ path, imports }) => isScreen(path) && imports.some((each) => each.path === 'src/api/operation.ts'));
    expect(byHand.map(({ path }) => path)).toEqual([]);
    const asking = sources.filter(({ path, text }) => path.startsWith('src/') && !path.includes('.test.') && /\bfetch\(/.test(text));
    expect(asking.map(({ path }) => path).toSorted()).toEqual(requests);
  });

  test('no screen imports another', () => {
    const screenOf = (path: string): string | undefined => /^src\/screens\/([^/]+)\//.exec(path)?.[1];
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ path: target, specifier }) => {
        const [own, other] = [screenOf(path), screenOf(target)];
        return own !== undefined && other !== undefined && own !== other ? [`${path} imports ${specifier}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('no files import each other in a circle, types included', () => {
    expect(circles(sources)).toEqual([]);
  });

  test('no rooms of the console do, nor the folders of its frame', () => {
    const between = (roomOf: RegExp): string[][] => {
      const nameOf = (path: string): string => roomOf.exec(path)?.[0] ?? path;
      const code = sources.filter(({ path }) => roomOf.test(path) && !path.includes('.test.'));
      return circles(
        [...Map.groupBy(code, ({ path }) => nameOf(path))].map(([path, files]) => ({
          path,
          imports: files.flatMap(({ imports }) => imports.map((each) => ({ ...each, path: nameOf(each.path) }))),
        })),
      );
    };
    expect(between(/^src\/\w+\//)).toEqual([]);
    expect(between(/^src\/app\/\w+\//)).toEqual([]);
  });

  test('relative imports go no further up than one folder, and every import of ours is written with its extension', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ path: target, specifier }) => [
        ...(specifier.includes('../..') ? [`${path}: ${specifier}`] : []),
        ...(/\.(tsx?|json|css|js|svg|yaml)$/.test(target) || target.endsWith('/') ? [] : [`${path}: ${specifier} has no extension`]),
      ]),
    );
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('names are kebab-case', () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(path))).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const looks = globSync('src/**/*.css', { cwd: root }).map((path) => ({
      path,
      lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1,
    }));
    expect([...sources, ...looks].filter(({ lines }) => lines > 400).map(({ path }) => path)).toEqual([]);
  });

  test('there is one icon set: no small drawing beside it, and no letter that stands for one', () => {
    // a state drawn on a map is no icon
    const drawn = sources.filter(
      ({ path, text }) => /^src\/(?!ui\/icon|screens\/topology\/state-sign)/.test(path) && /viewBox="0 0 (\d\d?) \1"/.test(text),
    );
    const letters = sources.filter(({ path, text }) => path.endsWith('.tsx') && /^\s*[‹›×✕↑↓▾▸✎]\s*$|>[‹›×✕↑↓▾▸✎]</mu.test(text));
    expect([...drawn, ...letters].map(({ path }) => path)).toEqual(['src/app/base/logo.tsx']);
  });

  test('a doc comment stands over what it describes, not over another', () => {
    const wrong = sources.filter(({ text }) => /^ *\/\*\*(?:(?!\*\/)[^])*\*\/\s*^ *\/\*\*/m.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('there is no default export outside configuration, and no barrel', () => {
    expect(sources.filter(({ text }) => /^export default|^export \* from/m.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('the compiler is believed: of type assertions there are few in every folder', () => {
    const folders = Map.groupBy(sources, ({ path }) => folderOf(path));
    const wrong = [...folders].flatMap(([folder, files]) => {
      const lines = files.reduce((sum, file) => sum + file.lines, 0);
      const assertions = files.reduce((sum, file) => sum + file.assertions, 0);
      const most = Math.floor((lines * LIMIT) / 1000);
      return assertions > most ? [`${folder}: ${assertions} in ${lines} lines, at most ${most}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
