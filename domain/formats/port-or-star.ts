import { decimal, refuse, tidy, type Format } from '#domain/formats/format.ts';
import { MAX_PORT } from '#domain/formats/port.ts';

/** A port or `*` for any (spec 5). */
export const portOrStar: Format = {
  name: 'port-or-star',
  check: (text) => (isPortOrStar(text) ? undefined : refuse('format.portOrStar.invalid', text)),
  normalise: (text) => (isPortOrStar(tidy(text)) ? tidy(text) : text),
  sortKey: (text) => text.padStart(5, '0'),
};

function isPortOrStar(text: string): boolean {
  return text === '*' || decimal(text, MAX_PORT) >= 0;
}
