import { asArray, asObject, asText, texts } from '#domain/json.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';

/** Something of the site that the picture shows; `pointer` is the field that it stands for. */
export type Part = { id: string; kind: PartKind; pointer: string; title: string; detail: string };
export type PartKind = 'backbone' | 'users' | 'wan' | 'device' | 'site' | 'lan' | 'subnets' | 'wifi';
export type Link = { from: string; to: string; kind: 'tunnel' | 'cable' | 'heartbeat' | 'exit' };
/** Rows from the network's side down to that of the users. */
export type Picture = { rows: Part[][]; links: Link[] };

/** What the picture says where the document says nothing, in the language of the page. */
export type Words = {
  site: string;
  automatic: string;
  preferred: string;
  primary: string;
  backup: string;
  noDevice: string;
  noWan: string;
  noLan: string;
  localSubnets: string;
  users: string;
  vpn: string;
  wifi: string;
  local: string;
  /** The word of a value of the WAN ports. */
  value: (property: 'medium' | 'ipmode', value: string) => string;
};

/** How traffic goes: tunnels over the WAN ports to the backbone, LANs and the subnets behind them, users who dial in. */
export function logicalPicture(document: unknown, words: Words): Picture {
  const doc = asObject(document);
  const pop = asObject(doc['selectedPop']);
  const mobile = asObject(doc['mobileAccess']);
  const subnets = texts(doc['localSubnets']);
  const wans = wanParts(doc, words, ({ ipmode, ip }) => asText(ip) || words.value('ipmode', asText(ipmode) ?? ''));
  const lans = lanParts(doc, words, subnetOf);
  const backbone: Part = {
    id: 'backbone',
    kind: 'backbone',
    pointer: '/selectedPop/routePreference',
    title: 'POP',
    detail: pop['routePreference'] === 3 ? words.preferred : words.automatic,
  };
  const users: Part[] =
    mobile['enable'] === true
      ? [{ id: 'users', kind: 'users', pointer: '/mobileAccess/subnet', title: words.users, detail: asText(mobile['subnet']) ?? words.vpn }]
      : [];
  const behind: Part[] =
    subnets.length > 0
      ? [{ id: 'subnets', kind: 'subnets', pointer: '/localSubnets', title: words.localSubnets, detail: listed(subnets) }]
      : [];
  const site: Part = { id: 'site', kind: 'site', pointer: '/name', title: asText(doc['name']) || words.site, detail: '' };
  return {
    rows: [[backbone, ...users], wans, [site], lans, behind].filter((row) => row.length > 0),
    links: [
      ...wans.flatMap(({ id }): Link[] => [
        { from: 'backbone', to: id, kind: 'tunnel' },
        { from: id, to: 'site', kind: 'cable' },
      ]),
      ...users.map(({ id }): Link => ({ from: id, to: 'site', kind: 'tunnel' })),
      ...lans.map(({ id }, index): Link => ({
        from: 'site',
        to: id,
        kind: asObject(asArray(doc['lan'])[index])['ipmode'] === 'DIA' ? 'exit' : 'cable',
      })),
      ...behind.flatMap(({ id }) => lans.slice(0, 1).map((lan): Link => ({ from: lan.id, to: id, kind: 'cable' }))),
    ],
  };
}

/** What is plugged in where: sockets of the WAN ports, one device or a pair, sockets of the LANs, the radio. */
export function physicalPicture(document: unknown, words: Words): Picture {
  const doc = asObject(document);
  const [sn, haSn] = [asText(doc['sn']) ?? '', asText(doc['haSn']) ?? ''];
  const wans = wanParts(doc, words, ({ port, medium }) =>
    [asText(port), words.value('medium', asText(medium) ?? '')].filter(Boolean).join(' · '),
  );
  const lans = lanParts(doc, words, ({ bridge }) => listed(texts(bridge)));
  const devices: Part[] = [
    { id: 'primary', kind: 'device', pointer: '/sn', title: words.primary, detail: sn || words.noDevice },
    ...(haSn === '' ? [] : [{ id: 'backup', kind: 'device' as const, pointer: '/haSn', title: words.backup, detail: haSn }]),
  ];
  const wifi = asObject(doc['wifi']);
  const radio: Part[] =
    wifi['enable'] === true
      ? [{ id: 'wifi', kind: 'wifi', pointer: '/wifi/ssid', title: words.wifi, detail: asText(wifi['ssid']) ?? '' }]
      : [];
  const every = (id: string, down: boolean): Link[] =>
    devices.map((device) => (down ? { from: device.id, to: id, kind: 'cable' } : { from: id, to: device.id, kind: 'cable' }));
  return {
    rows: [wans, devices, [...lans, ...radio]],
    links: [
      ...wans.flatMap(({ id }) => every(id, false)),
      ...(devices.length > 1 ? [{ from: 'primary', to: 'backup', kind: 'heartbeat' as const }] : []),
      ...[...lans, ...radio].flatMap(({ id }) => every(id, true)),
    ],
  };
}

type Row = Record<string, unknown>;

function wanParts(doc: Row, words: Words, detail: (port: Row) => string): Part[] {
  const ports = asArray(doc['wan']).map(asObject);
  if (ports.length === 0) return [{ id: 'wan', kind: 'wan', pointer: '/wan', title: words.noWan, detail: '' }];
  return ports.map((port, index) => ({
    id: `wan${index}`,
    kind: 'wan',
    pointer: `/wan/${index}/logicName`,
    title: asText(port['logicName']) || `WAN ${index + 1}`,
    detail: detail(port),
  }));
}

function lanParts(doc: Row, words: Words, detail: (port: Row) => string): Part[] {
  const ports = asArray(doc['lan']).map(asObject);
  if (ports.length === 0) return [{ id: 'lan', kind: 'lan', pointer: '/lan', title: words.noLan, detail: '' }];
  return ports.map((port, index) => ({
    id: `lan${index}`,
    kind: 'lan',
    pointer: `/lan/${index}/lanIp`,
    title: [asText(port['name']) || `LAN ${index + 1}`, port['ipmode'] === 'DIA' ? words.local : ''].filter(Boolean).join(' · '),
    detail: detail(port),
  }));
}

function subnetOf({ lanIp, mask }: Row): string {
  const [segment] = segmentsOf([
    { pointer: '', value: lanIp },
    { pointer: '', value: mask },
  ]);
  return segment ? networkText(segment) : (asText(lanIp) ?? '');
}

/** The first of many, and how many follow. */
function listed(all: string[]): string {
  const [first = '', ...rest] = all;
  return rest.length === 0 ? first : `${first} +${rest.length}`;
}

export type Placed = Part & { x: number; y: number };

export const BOX = { width: 88, height: 40, gap: 9, rise: 30, across: 3 };
export const WIDTH = BOX.across * BOX.width + (BOX.across - 1) * BOX.gap;

/** Rows of boxes, at most three abreast, each row in the middle. */
export function placed({ rows }: Picture): { parts: Placed[]; height: number } {
  const lines = rows.flatMap((row) => {
    const cut: { line: Part[]; first: boolean }[] = [];
    for (let at = 0; at < row.length; at += BOX.across) cut.push({ line: row.slice(at, at + BOX.across), first: at === 0 });
    return cut;
  });
  let y = 0;
  const parts = lines.flatMap(({ line, first }, index) => {
    if (index > 0) y += BOX.height + (first ? BOX.rise : BOX.gap);
    const width = line.length * BOX.width + (line.length - 1) * BOX.gap;
    return line.map((part, column): Placed => ({ ...part, x: (WIDTH - width) / 2 + column * (BOX.width + BOX.gap), y }));
  });
  return { parts, height: y + BOX.height };
}
