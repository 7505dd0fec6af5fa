import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isStandard, standardFormats } from '#domain/formats/standard.ts';

export type Check = (typeof fullFormats)[keyof typeof fullFormats];

/** What the library checks, by name. */
export const standardChecks: Readonly<Record<string, Check>> = Object.fromEntries(
  Object.keys(standardFormats).flatMap((name) => (isStandard(name) ? [[name, fullFormats[name]]] : [])),
);
