import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';

import { quickV4, readV6 } from '#domain/formats/bulk-ip.ts';
import { parseIpRule } from '#domain/formats/ip-list.ts';
import { coincidence, contains, formatIp, networkOf, overlaps, parseIp, scanV4, scanV6 } from '#domain/formats/ip.ts';

const v4Text = fc.ipV4();
const v6Text = fc.ipV6();

function key(text: string): string {
  return parseIp(text) ?? `no address: ${text}`;
}
function range(text: string, prefix: number) {
  return networkOf(key(text), prefix) ?? { low: 'none', high: 'none' };
}

describe('scanners', () => {
  test('read bounds inside a longer text', () => {
    expect(scanV4('a10.0.0.1/8', 1, 9)).toBe(0x0a00_0001);
    expect(scanV6('[::1]', 1, 4)).toEqual([0, 0, 0, 1]);
    expect(scanV4('10.0.0.12', 0, 8)).toBe(0x0a00_0001);
  });

  test('refuse what the library takes and we do not', () => {
    const lax = ['010.0.0.1', '10.1', '0x0a.0.0.1', '167772161', 'fe80::1%eth0', '::ffff:010.0.0.1', '::ffff:1.2.3.04', '::ffff:0x1.2.3.4'];
    expect(lax.filter((text) => ipaddr.isValid(text))).toEqual(lax);
    expect(lax.filter((text) => parseIp(text) !== undefined)).toEqual([]);
    expect(parseIp('::1.2.3.4')).toBe('600000000000000000000000001020304');
  });

  test('agree with ipaddr.js on IPv4', () => {
    fc.assert(
      fc.property(v4Text, (text) => {
        expect(key(text)).toBe(`4${Buffer.from(ipaddr.IPv4.parse(text).octets).toString('hex')}`);
        expect(formatIp(key(text))).toBe(text);
      }),
    );
  });

  test('agree with ipaddr.js on IPv6', () => {
    fc.assert(
      fc.property(v6Text, (text) => {
        // ipaddr.js reads the deprecated ::a.b.c.d as ::ffff:a.b.c.d
        fc.pre(!/^::[\d.]+$/.test(text));
        const bytes = ipaddr.IPv6.parse(text).toByteArray();
        expect(key(text)).toBe(`6${Buffer.from(bytes).toString('hex')}`);
      }),
      { numRuns: 500 },
    );
  });

  test('agree with ipaddr.js on what is no IPv6 address', () => {
    const nearly = fc.stringMatching(/^[0-9a-f:.]{1,24}$/);
    fc.assert(
      fc.property(nearly, (text) => {
        // the one difference wanted: ipaddr.js reads 01 as 1 in the IPv4 part
        fc.pre(!/(?:^|[.:])0\d/.test(text) || !text.includes('.'));
        expect(scanV6(text) !== undefined).toBe(ipaddr.IPv6.isValid(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('format is what the URL standard writes for IPv6, which is RFC 5952 but for mapped addresses', () => {
    fc.assert(
      fc.property(v6Text, (text) => {
        fc.pre(!key(text).startsWith('600000000000000000000ffff'));
        expect(`[${formatIp(key(text))}]`).toBe(new URL(`http://[${text}]/`).hostname);
      }),
      { numRuns: 500 },
    );
    expect(formatIp(key('::ffff:a00:1'))).toBe('::ffff:10.0.0.1');
    expect(formatIp(key('1:0:0:2:0:0:0:3'))).toBe('1:0:0:2::3');
    expect(formatIp(key('1:0:2:3:4:5:6:7'))).toBe('1:0:2:3:4:5:6:7');
  });
});

describe('order and ranges', () => {
  test('keys sort by number, IPv4 first', () => {
    const sorted = ['9.0.0.0', '10.0.0.0', '192.168.0.2', '192.168.0.10', '::', '::2', '::10', '2001:db8::'];
    expect(sorted.toReversed().toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(sorted);
  });

  test.each([
    ['10.1.2.3', 0, '0.0.0.0', '255.255.255.255'],
    ['10.1.2.3', 8, '10.0.0.0', '10.255.255.255'],
    ['10.1.2.3', 23, '10.1.2.0', '10.1.3.255'],
    ['10.1.2.3', 30, '10.1.2.0', '10.1.2.3'],
    ['10.1.2.3', 32, '10.1.2.3', '10.1.2.3'],
    ['2001:db8::1', 45, '2001:db8::', '2001:db8:7:ffff:ffff:ffff:ffff:ffff'],
    ['::1', 0, '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::1', 128, '::1', '::1'],
  ])('%s/%i is %s to %s', (address, prefix, low, high) => {
    expect(range(address, prefix)).toEqual({ low: key(low), high: key(high) });
  });

  test('a prefix beyond the family is none', () => {
    expect(networkOf(key('10.0.0.0'), 33)).toBeUndefined();
    expect(networkOf(key('::'), 129)).toBeUndefined();
    expect(networkOf(key('::'), 1.5)).toBeUndefined();
    expect(networkOf(key('::'), -1)).toBeUndefined();
  });

  test('networks agree with ipaddr.js', () => {
    fc.assert(
      fc.property(v4Text, fc.nat(32), (text, prefix) => {
        const low = ipaddr.IPv4.networkAddressFromCIDR(`${text}/${prefix}`).toString();
        const high = ipaddr.IPv4.broadcastAddressFromCIDR(`${text}/${prefix}`).toString();
        expect(range(text, prefix)).toEqual({ low: key(low), high: key(high) });
      }),
    );
  });

  test('contains, overlaps, coincidence', () => {
    const ten = range('10.0.0.0', 8);
    const inner = range('10.1.0.0', 16);
    const other = range('11.0.0.0', 8);
    expect([contains(ten, inner), contains(inner, ten), contains(ten, ten)]).toEqual([true, false, true]);
    expect([overlaps(ten, inner), overlaps(inner, ten), overlaps(ten, other)]).toEqual([true, true, false]);
    expect(coincidence(ten, inner)).toBe('coincidence');
    expect(coincidence(ten, other)).toBe('notCoincidence');
    expect(overlaps(range('0.0.0.0', 0), range('::', 0))).toBe(false);
  });
});

const octet = fc.oneof(fc.nat(255).map(String), fc.constantFrom('0', '00', '01', '256', '999', '', '1e1', '+1', '0x1'));
const nearlyV4 = fc.oneof(
  fc.ipV4(),
  fc.array(octet, { minLength: 2, maxLength: 5 }).map((octets) => octets.join('.')),
  fc.stringMatching(/^[0-9.]{0,17}$/),
);
const v6 = fc.oneof(
  fc.ipV6(),
  fc.nat(9).map((last) => `2001:db8::${last}`),
);
const nearlyV6 = fc.oneof(
  v6,
  fc.stringMatching(/^[0-9a-f:.]{0,12}$/).map((text) => `:${text}`),
);
const prefix = fc.oneof(fc.nat(130).map(String), fc.constantFrom('', '064', '-1', '1.5'));
const rule = fc.oneof(
  nearlyV6,
  fc.tuple(nearlyV6, prefix).map(([address, length]) => `${address}/${length}`),
  fc.tuple(fc.nat(64), fc.integer({ min: 16, max: 128 })).map(([group, length]) => `2001:${group.toString(16)}::/${length}`),
  fc.tuple(nearlyV6, nearlyV6).map(([low, high]) => `${low}-${high}`),
);

describe('many addresses at once', () => {
  test('the quick IPv4 scanner equals the library', () => {
    fc.assert(
      fc.property(nearlyV4, fc.nat(3), fc.nat(3), (text, before, after) => {
        expect(quickV4(text)).toBe(scanV4(text));
        const inside = '/'.repeat(before) + text + '-'.repeat(after);
        expect(quickV4(inside, before, before + text.length)).toBe(scanV4(text));
      }),
      { numRuns: 5000 },
    );
  });

  test('IPv6 rules are read as one by one', () => {
    fc.assert(
      fc.property(rule, (text) => {
        const single = parseIpRule(text);
        expect(unpacked(readV6(text))).toEqual('low' in single ? single : undefined);
      }),
      { numRuns: 5000 },
    );
  });

  test('bounds compare as the addresses do', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (a, b) => {
        const [one, two] = [readV6(a)?.low ?? '', readV6(b)?.low ?? ''];
        expect(one < two).toBe(unpack(one) < unpack(two));
      }),
    );
  });
});

test('texts that look like IPv6 are read in bulk as one by one', () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16)) },
    { weight: 4, arbitrary: fc.constant(':') },
    fc.constantFrom('::', '.', '1.2.3.4', '12345', 'FFFF', 'g', '0'),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 17 }), (pieces) => {
      const text = pieces.join('');
      const key = text.includes(':') ? parseIp(text) : undefined;
      expect(unpacked(readV6(text))).toEqual(key?.startsWith('6') === true ? { low: key, high: key } : undefined);
    }),
    { numRuns: 3000 },
  );
});

function unpacked(range: ReturnType<typeof readV6>) {
  return range && { low: unpack(range.low), high: unpack(range.high) };
}

function unpack(packed: string): string {
  return `6${Array.from({ length: 8 }, (_, at) => packed.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`;
}
