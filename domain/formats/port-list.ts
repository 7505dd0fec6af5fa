import { decimal, refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { MAX_PORT } from '#domain/formats/port.ts';

/** Ports that one input holds (spec 5); a range counts as two (decision 13). */
const MAX_COUNT = 15;

export type PortRange = { low: number; high: number };

/** Up to 15 ports and port ranges, separated by a comma or a space: `80,443 8000-8080`. */
export const portList: Format = {
  name: 'port-list',
  check(text) {
    const ports = parsePortList(text);
    return Array.isArray(ports) ? undefined : ports;
  },
  normalise(text) {
    const ports = parsePortList(tidy(text));
    if (!Array.isArray(ports)) return text;
    return ports.map(({ low, high }) => (low === high ? `${low}` : `${low}-${high}`)).join(',');
  },
};

/** The ranges of a port list, or what is wrong with it. */
export function parsePortList(text: string): PortRange[] | Problem {
  if (text === '') return { code: 'format.portList.empty' };
  const ranges: PortRange[] = [];
  let count = 0;
  for (const item of text.split(/, *| +/)) {
    const [first = '', last, ...more] = item.split('-');
    const low = decimal(first, MAX_PORT);
    const high = last === undefined ? low : decimal(last, MAX_PORT);
    if (low < 0 || high < 0 || more.length > 0) return refuse('format.portList.item', item);
    if (low > high) return refuse('format.portList.order', item);
    ranges.push({ low, high });
    count += last === undefined ? 1 : 2;
    if (count > MAX_COUNT) return refuse('format.portList.count', text, { max: MAX_COUNT });
  }
  return ranges;
}
