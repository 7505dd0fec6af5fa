import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgres } from './tests/support/postgres.ts';

// a whole contract is generated in some: on a busy machine that takes its time
const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  isolate: false,
  // as long as Playwright waits for what it looks for: what comes in a while comes later on a machine that does ten other things
  expect: { poll: { timeout: 15_000 } },
};

/** What runs on either database: what is left to SQL, transactions and what several processes share. The rest has no SQL of its own. */
const onBoth = [
  'access',
  'crud',
  'data-follows',
  'left-out',
  'deleted',
  'entities',
  'ephemeral',
  'insert-all',
  'jobs',
  'large',
  'live',
  'lockout',
  'login',
  'platform',
  'mail-queue',
  'password-reset',
  'regions',
  'scheduled-change',
  'matrix/areas',
  'matrix/counts',
  'session',
  'sessions',
  'totp',
  'site-map',
  'sites',
  'undo',
];

/** Minutes each: whichever came last would be waited for alone. */
const longest = [
  'e2e/pages',
  'e2e/site-rules',
  'e2e/site-wizard',
  'e2e/resources',
  'e2e/foreign',
  'e2e/monitoring',
  'e2e/look',
  'matrix/matrix',
  'fuzz/writes',
  'e2e/dev.test',
  'matrix/special',
  'codegen/incremental',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.includes(name));
      return at < 0 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- that of vitest, of no array
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const unit = ['{domain,codegen,src}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/spec/*.test.ts'];
/** What replaces a module, or the browser, has modules of its own; all other files share theirs: to load them is a third of the time. */
const alone = unit
  .flatMap((pattern) => globSync(pattern))
  .filter((file) => /\bvi\.(mock|stubGlobal)\(|\bstubBrowser\(/.test(readFileSync(file, 'utf8')));
const postgres = process.env['TEST_DATABASE_URL'] !== undefined || findPostgres() !== undefined;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'unit', include: unit, exclude: alone } },
      { test: { ...shared, name: 'unit-alone', include: alone, isolate: true } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: ['tests/server/postgres*.test.ts'],
          globalSetup: ['tests/support/seeded.ts'],
          testTimeout: 400_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server-postgres',
          include: postgres
            ? ['tests/server/postgres*.test.ts', 'tests/contract/server.test.ts', ...onBoth.map((name) => `tests/server/${name}.test.ts`)]
            : ['tests/server/postgres.test.ts'],
          globalSetup: postgres ? ['tests/support/seeded.ts', 'tests/support/postgres-setup.ts'] : [],
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/support/seeded.ts'],
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/seeded.ts'],
          testTimeout: 90_000,
          // a page that cannot be closed is waited for no longer
          hookTimeout: 150_000,
        },
      },
    ],
  },
});
