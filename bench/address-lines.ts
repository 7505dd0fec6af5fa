const LINES = 65_535;

const line: Record<string, (index: number) => string> = {
  ipv4: (index) => `10.${(index * 7919) % 256}.${index >> 8}.${index & 255}`,
  networks: (index) => `10.${index >> 8}.${index & 255}.0/24`,
  ipv6: (index) => `2001:db8:${(index >> 4).toString(16)}:${((index * 7919) % 65_536).toString(16)}::${index.toString(16)}`,
  mixed: (index) => {
    if (index % 10 === 0) return `branch-${index}.example.com`;
    return index % 5 === 1 ? `2001:db8:${index.toString(16)}::/48` : `10.${index >> 8}.${index & 255}.0/24`;
  },
};

/** As many rules as an address set may hold, none the same as another. */
export function addressLines(kind: string): string[] {
  const make = line[kind];
  if (!make) throw new Error(`no kind of lines: ${kind}`);
  return Array.from({ length: LINES }, (_, index) => make(index));
}
