import type { Row, World } from '#server/kernel/seeding/world.ts';

const STAMPS = { createdAt: '2026-01-05T08:00:00Z', updatedAt: '2026-01-05T08:00:00Z' };

/** Rows that the examples of the contract refer to and no answer shows; the account that tests log in with. */
const additions: Readonly<World> = {
  User: [
    {
      username: 'super@demo.example',
      name: 'Zhao Ming',
      loginMethod: 'password',
      accountType: 'superAdmin',
      admin: true,
      rolesId: [],
      regions: [],
      enable: true,
      ipWhitelist: [],
      ...STAMPS,
    },
    {
      username: 'delegate@demo.example',
      name: 'James Tan',
      loginMethod: 'password',
      accountType: 'company',
      admin: false,
      companyId: 'c-globex',
      companyList: [],
      rolesId: ['role-viewer'],
      regions: [],
      enable: true,
      ipWhitelist: [],
      ...STAMPS,
    },
  ],
};

const keys: Readonly<Record<string, string>> = { User: 'username' };

/** The additions that the world does not have by itself. */
export function missingRows(world: World): World {
  return Object.fromEntries(
    Object.entries(additions).map(([name, rows]) => {
      const key = keys[name] ?? 'id';
      const known = new Set((world[name] ?? []).map((row) => row[key]));
      return [name, rows.filter((row) => !known.has(row[key] ?? null)).map((row): Row => ({ ...row }))];
    }),
  );
}
