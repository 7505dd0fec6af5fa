import { decimal, refuse, tidy, type Format } from '#domain/formats/format.ts';

export const MAX_PORT = 65_535;

/** A port 0-65535 without leading zero (spec 5, decision 13). */
export const port: Format = {
  name: 'port',
  check: (text) => (decimal(text, MAX_PORT) < 0 ? refuse('format.port.invalid', text) : undefined),
  normalise: (text) => (decimal(tidy(text), MAX_PORT) < 0 ? text : tidy(text)),
  sortKey: (text) => text.padStart(5, '0'),
};
