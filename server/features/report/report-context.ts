import type { Language } from '#generated/server/stored.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Place } from '#server/telemetry/port.ts';

/** What the sections of one report are made from. */
export type Context = {
  places: readonly Place[];
  /** Not all sites of the company, but these alone. */
  some: boolean;
  range: { from: number; to: number };
  language: Language;
  services: Services;
  companyId: string;
};
