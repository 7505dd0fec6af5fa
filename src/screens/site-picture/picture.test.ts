import { expect, test } from 'vitest';
import { BOX, logicalPicture, physicalPicture, placed, WIDTH, type Words } from './picture.ts';

const words: Words = {
  site: 'This site',
  automatic: 'automatic',
  preferred: 'preferred',
  primary: 'Primary',
  backup: 'Backup',
  noDevice: 'none',
  noWan: 'No WAN',
  noLan: 'No LAN',
  localSubnets: 'Local subnets',
  users: 'Users',
  vpn: 'VPN',
  wifi: 'WiFi',
  local: 'DIA',
  value: (_property, value) => value.toUpperCase(),
};
const site = {
  name: 'HQ',
  sn: 'A1',
  haSn: 'A2',
  wan: [
    { logicName: 'WAN1', ipmode: 'static', ip: '203.0.113.2', port: 'eth0', medium: 'ethernet' },
    { logicName: '', ipmode: 'dhcp' },
  ],
  lan: [
    { name: 'LAN1', lanIp: '10.1.0.9', mask: 24, ipmode: 'FIA', bridge: ['eth4', 'eth5'] },
    { name: 'LAN2', lanIp: '10.1.', mask: 24, ipmode: 'DIA' },
  ],
  localSubnets: ['10.1.16.0/20'],
  mobileAccess: { enable: true, subnet: '10.200.0.0/24' },
  selectedPop: { routePreference: 3 },
  wifi: { enable: true, ssid: 'Acme' },
};
const texts = (rows: { title: string; detail: string }[][]): string[][] =>
  rows.map((row) => row.map(({ title, detail }) => `${title}|${detail}`));

test('how traffic goes: backbone and users, WAN ports, the site, LANs with their subnets, what is behind them', () => {
  const { rows, links } = logicalPicture(site, words);
  expect(texts(rows)).toEqual([
    ['POP|preferred', 'Users|10.200.0.0/24'],
    ['WAN1|203.0.113.2', 'WAN 2|DHCP'],
    ['HQ|'],
    ['LAN1|10.1.0.0/24', 'LAN2 · DIA|10.1.'],
    ['Local subnets|10.1.16.0/20'],
  ]);
  expect(links.filter(({ kind }) => kind === 'tunnel').map(({ from, to }) => `${from} ${to}`)).toEqual([
    'backbone wan0',
    'backbone wan1',
    'users site',
  ]);
  expect(links.find(({ kind }) => kind === 'exit')).toMatchObject({ from: 'site', to: 'lan1' });
});

test('what is plugged in where: sockets, the pair with its heartbeat, the radio', () => {
  const { rows, links } = physicalPicture(site, words);
  expect(texts(rows)).toEqual([
    ['WAN1|eth0 · ETHERNET', 'WAN 2|'],
    ['Primary|A1', 'Backup|A2'],
    ['LAN1|eth4 +1', 'LAN2 · DIA|', 'WiFi|Acme'],
  ]);
  expect(links.filter(({ kind }) => kind === 'heartbeat')).toEqual([{ from: 'primary', to: 'backup', kind: 'heartbeat' }]);
});

test('every part leads to a field; nothing of a document yet is a picture too', () => {
  for (const document of [site, {}, null, { wan: 'x', lan: [null], wifi: 3 }])
    for (const picture of [logicalPicture(document, words), physicalPicture(document, words)]) {
      const parts = picture.rows.flat();
      expect(parts.every(({ pointer }) => pointer.startsWith('/'))).toBe(true);
      expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    }
  expect(texts(physicalPicture({}, words).rows)).toEqual([['No WAN|'], ['Primary|none'], ['No LAN|']]);
});

test('no box meets another, and none leaves the drawing', () => {
  const many = { ...site, wan: Array.from({ length: 16 }, () => ({})), lan: Array.from({ length: 16 }, () => ({})) };
  for (const document of [site, many]) {
    const { parts, height } = placed(logicalPicture(document, words));
    for (const part of parts) {
      expect(part.x >= 0 && part.x + BOX.width <= WIDTH && part.y + BOX.height <= height).toBe(true);
      for (const other of parts.filter((each) => each !== part))
        expect(Math.abs(part.x - other.x) >= BOX.width || Math.abs(part.y - other.y) >= BOX.height).toBe(true);
    }
  }
});
