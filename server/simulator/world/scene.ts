import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';

/** What the rows of every area are made from: the companies with their sites, and the people. */
export type Scene = {
  /** The present of the demo world, milliseconds. */
  now: number;
  /** The large company: each of its pages has a full table. */
  first: Tenant;
  networks: readonly { tenant: Tenant; plans: readonly SitePlan[] }[];
  people: readonly Seeded<'User'>[];
};
