import { describe, expect, test } from 'vitest';

import { runRules } from '#domain/rules/registry.ts';
import { broken } from '#domain/rules/run-rule.ts';

const lans = (...rows: [lanIp: unknown, mask: unknown][]) => ({ lan: rows.map(([lanIp, mask]) => ({ lanIp, mask })) });

describe('disjointSubnets', () => {
  const over = ['lan[].lanIp', 'lan[].mask'];

  test('passes subnets side by side, and what cannot be read', () => {
    expect(broken('disjointSubnets', over, lans(['10.0.0.1', 24], ['10.0.1.1', '24'], ['10.0.2.1', '255.255.255.0']))).toEqual([]);
    expect(broken('disjointSubnets', over, lans(['10.0.0.1', undefined], ['', 24], ['x', 24], ['10.0.0.1', 33], ['10.0.0.1', 24]))).toEqual(
      [],
    );
    expect(broken('disjointSubnets', over, {})).toEqual([]);
  });

  test('across compares different properties only', () => {
    const site = { ...lans(['10.0.0.1', 24], ['10.0.0.9', 24]), localSubnets: ['10.0.0.0/8', '10.1.0.0/16', '192.168.0.0/24'] };
    const found = runRules([{ use: 'disjointSubnets', over: [...over, 'localSubnets[]'], with: { across: true }, level: 'confirm' }], site);
    expect(found.map(({ pointer, level }) => `${pointer} ${level}`)).toEqual(['/localSubnets/0 confirm']);
    expect(runRules([{ use: 'disjointSubnets', over: ['localSubnets[]'], with: { across: true } }], site)).toEqual([]);
  });

  test('names both subnets at the later one', () => {
    expect(runRules([{ use: 'disjointSubnets', over }], lans(['10.1.0.1', 24], ['10.0.0.1', 8]))).toEqual([
      {
        pointer: '/lan/1/lanIp',
        code: 'rule.disjointSubnets.overlap',
        params: { subnet: '10.0.0.0/8', other: '10.1.0.0/24', at: '/lan/0/lanIp' },
        level: 'error',
      },
    ]);
    expect(broken('disjointSubnets', over, lans(['10.0.0.1', 24], ['10.0.0.9', 24], ['10.0.0.5', '255.255.255.128']))).toEqual([
      '/lan/1/lanIp disjointSubnets.overlap',
      '/lan/2/lanIp disjointSubnets.overlap',
    ]);
  });

  test('the property that is at fault is named, wherever it stands', () => {
    const site = { ...lans(['10.0.0.1', 24], ['10.0.1.1', 24]), vpn: { subnet: '10.0.1.0/25' } };
    for (const paths of [
      ['vpn.subnet', ...over],
      [...over, 'vpn.subnet'],
    ])
      expect(runRules([{ use: 'disjointSubnets', over: paths, with: { at: 'vpn.subnet' } }], site)).toMatchObject([
        { pointer: '/vpn/subnet', params: { subnet: '10.0.1.0/25', other: '10.0.1.0/24', at: '/lan/1/lanIp' } },
      ]);
  });

  test('takes networks in one text, of several paths and families', () => {
    const doc = { a: ['10.0.0.0/8', '2001:db8::/32'], b: ['10.1.0.0/16', '2001:db8:1::/48', '11.0.0.0/8'] };
    expect(broken('disjointSubnets', ['a[]', 'b[]'], doc)).toEqual(['/b/0 disjointSubnets.overlap', '/b/1 disjointSubnets.overlap']);
  });

  test('an outer value repeated by inner arrays is no second subnet', () => {
    const doc = { lan: [{ lanIp: '10.0.0.1', mask: 24, more: ['10.1.0.1/24', '10.2.0.1/24'] }] };
    expect(broken('disjointSubnets', ['lan[].lanIp', 'lan[].mask', 'lan[].more[]'], doc)).toEqual([]);
  });

  test('asks as level confirm', () => {
    const found = runRules(
      [{ use: 'disjointSubnets', over, level: 'confirm', code: 'own.code' }],
      lans(['10.0.0.1', 24], ['10.0.0.2', 24]),
    );
    expect(found).toMatchObject([{ level: 'confirm', code: 'own.code' }]);
  });
});

describe('sameSubnet', () => {
  test.each([
    [{ ip: '10.0.0.1', mask: 24, gateway: '10.0.0.254' }, []],
    [{ ip: '10.0.0.1', mask: 24 }, []],
    [{ ip: '10.0.0.1', gateway: '10.9.0.1' }, []],
    [{ ip: '10.0.0.1', mask: 24, gateway: '10.0.1.1' }, ['/gateway sameSubnet.outside']],
    [{ ip: '10.0.0.1', mask: '255.255.255.252', gateway: '10.0.0.4' }, ['/gateway sameSubnet.outside']],
    [{ ip: '10.0.0.1', mask: 24, gateway: '0.0.0.0' }, ['/gateway sameSubnet.outside']],
    [{ ip: 'fe80::1', mask: 64, gateway: 'fe80::2' }, []],
    [{ ip: 'fe80::1', mask: 64, gateway: '10.0.0.1' }, ['/gateway sameSubnet.outside']],
  ])('%j', (doc, expected) => {
    expect(broken('sameSubnet', ['ip', 'mask', 'gateway'], doc)).toEqual(expected);
  });

  test('address and mask in one text, several others', () => {
    const doc = { ip: '10.0.0.1/24', gateway: '10.0.0.2', relay: '10.0.1.2' };
    expect(broken('sameSubnet', ['ip', 'gateway', 'relay'], doc)).toEqual(['/relay sameSubnet.outside']);
  });
});

describe('usableAddress', () => {
  test.each([
    ['10.0.0.1', 24, []],
    ['10.0.0.0', 24, ['/ip usableAddress.network']],
    ['10.0.0.255', 24, ['/ip usableAddress.broadcast']],
    ['10.0.1.0', 23, []],
    ['10.0.0.3', '255.255.255.252', ['/ip usableAddress.broadcast']],
    ['10.0.0.0', 31, []],
    ['10.0.0.0', 32, []],
    ['fe80::', 64, []],
    ['10.0.0.0', undefined, []],
    ['', 24, []],
  ])('%s/%s', (ip, mask, expected) => {
    expect(broken('usableAddress', ['ip', 'mask'], { ip, mask })).toEqual(expected);
  });

  test('in one text', () => {
    expect(broken('usableAddress', ['ips[]'], { ips: ['10.0.0.0/24', '10.0.0.1/24'] })).toEqual(['/ips/0 usableAddress.network']);
  });

  test('each address of its row with its mask', () => {
    expect(broken('usableAddress', ['lan[].lanIp', 'lan[].mask'], lans(['10.0.0.1', 24], ['10.0.1.255', 24]))).toEqual([
      '/lan/1/lanIp usableAddress.broadcast',
    ]);
  });
});

describe('sameSize', () => {
  const over = ['natNet[].internal', 'natNet[].external'];

  test('networks of a row have one prefix length; what cannot be read is passed over', () => {
    const natNet = [
      { internal: '10.0.0.0/24', external: '172.16.0.0/24' },
      { internal: '10.0.1.0/24', external: '172.16.1.0/25' },
      { internal: 'x', external: '172.16.2.0/24' },
      { internal: '10.0.3.0/24' },
    ];
    expect(runRules([{ use: 'sameSize', over }], { natNet })).toEqual([
      {
        pointer: '/natNet/1/external',
        code: 'rule.sameSize.other',
        params: { size: '/25', expected: '/24', at: '/natNet/1/internal' },
        level: 'error',
      },
    ]);
  });
});
