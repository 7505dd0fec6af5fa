import type { Language } from '#generated/server/stored.ts';
import type { Services } from '#server/kernel/services.ts';
import type { SitePlace } from '#server/features/site/index.ts';

/** What the sections of one report are made from. */
export type Context = {
  places: readonly SitePlace[];
  /** Not all sites of the company, but these alone. */
  some: boolean;
  range: { from: number; to: number };
  /** Whose clocks it is read by. */
  timeZone: string;
  language: Language;
  services: Services;
  companyId: string;
};
