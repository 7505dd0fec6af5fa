import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...shared, name: 'unit', include: ['{domain,codegen,src}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/spec/*.test.ts'] },
      },
      { test: { ...shared, name: 'server', include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { ...shared, name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      { test: { ...shared, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 120_000 } },
    ],
  },
});
