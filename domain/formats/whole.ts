/** Formats of which a part reads as another value: what is left of an address or a serial is another address or serial. */
const WHOLE = /^(?:date|time(?!zone)|ip|cidr|ma(?:c|sk)|port|fwmark|mobile-cn|as-number|id$|duration|next-hop|uuid)/;

/** Whether a text of this format is shown whole or not at all. */
export function isWhole(format = ''): boolean {
  return WHOLE.test(format);
}
