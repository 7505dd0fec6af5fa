/** Dotted text of a 32-bit address. */
export function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** 32-bit number of a dotted text. */
export function numberOf(text: string): number {
  return text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

/** So many sites of one company have addresses of their own. */
const SITES = 16_384;

/** Addresses of the n-th site of a company, none shared with another of the same company. */
export type Addressing = {
  /** The n-th network of 256 addresses inside the site, n from 0 to 3: number of its network address. */
  lan(n: number): number;
  /** The /29 on the outside of WAN port n, 0 or 1. */
  wan(n: number): { ip: string; mask: number; gateway: string };
  loopback: string;
  /** A /24 for what comes in by VPN, one for what goes out translated, one more inside. */
  vpn: string;
  translated: string;
  extra: number;
};

export function addressingOf(site: number): Addressing {
  const n = site % SITES;
  const outside = (port: number): number => numberOf('198.18.0.0') + (n % (SITES / 2)) * 16 + port * 8;
  return {
    lan: (index) => numberOf('10.0.0.0') + n * 1024 + index * 256,
    wan: (port) => ({ ip: dotted(outside(port) + 2), mask: 29, gateway: dotted(outside(port) + 1) }),
    loopback: dotted(numberOf('172.30.0.1') + n),
    vpn: `${dotted(numberOf('192.168.0.0') + (n % 256) * 256)}/24`,
    translated: `${dotted(numberOf('100.64.0.0') + n * 256)}/24`,
    extra: numberOf('172.20.0.0') + (n % 256) * 256,
  };
}

/** A locally administered hardware address. */
export function macOf(number: number): string {
  const octets = [0x8c, 0xfd, ...[24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256)];
  return octets.map((octet) => octet.toString(16).padStart(2, '0')).join(':');
}
