import { seedOf, share } from '#server/kernel/draw.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';

/** Where and when something was seen. */
export type Seen = {
  companyId: string;
  siteId: string;
  /** Number of the address of the site's first LAN. */
  network: number;
  /** Tells records of one instant apart. */
  number: number;
  /** Milliseconds. */
  at: number;
};

const people = ['wang.fang', 'li.wei', 'zhang.min', 'chen.jing', 'liu.yang', 'sun.jie', 'zhou.tao', 'guest-17'] as const;
const terminals = ['Windows', 'macOS', 'iOS', 'Android', 'HarmonyOS'] as const;
const methods = ['account', 'sms', 'wechat', 'mac', 'voucher'] as const;
/** As the device puts it. */
const refusals = ['wrong password', 'voucher used up', 'unknown terminal'] as const;
const applications = [
  ['Office suite', 'saas', 'office.example.com'],
  ['ERP', 'office', 'erp.example.com'],
  ['Video', 'video', 'video.example.net'],
  ['Social', 'social', 'social.example.net'],
  ['Games', 'game', 'games.example.net'],
  ['Downloads', 'download', 'mirror.example.org'],
  ['News', 'web', 'news.example.org'],
  ['Backup', 'other', 'backup.example.com'],
] as const;
const queries = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'PTR'] as const;
const answers = ['NOERROR', 'NOERROR', 'NOERROR', 'NOERROR', 'NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const;

/** Somebody logs in to the network of a site. */
export function authRecord(seen: Seen): Seeded<'AuthReport'> {
  const draw = drawer('auth', seen);
  const success = draw() > 0.15;
  return {
    ...placed('au', seen),
    account: pick(people, draw()),
    authMethod: methods[seen.number % methods.length] ?? 'account',
    ...terminalOf(seen, draw(), 'ip'),
    terminal: pick(terminals, draw()),
    success,
    ...(success ? {} : { reason: pick(refusals, draw()) }),
    onlineSeconds: success ? Math.floor(60 + draw() * 9000) : 0,
    rx: success ? Math.floor(draw() * 9e8) : 0,
    tx: success ? Math.floor(draw() * 1e8) : 0,
  };
}

/** A site hands its records over to the audit service. */
export function serviceRecord(seen: Seen): Seeded<'AuditService'> {
  const draw = drawer('service', seen);
  const success = draw() > 0.08;
  const records = success ? Math.floor(20 + draw() * 4000) : 0;
  return {
    ...placed('as', seen),
    service: draw() > 0.5 ? '网安审计' : 'Net audit',
    server: 'audit.example.com',
    protocol: (['syslog', 'ftp', 'https'] as const)[seen.number % 3] ?? 'syslog',
    records,
    size: records * 410,
    success,
    ...(success ? {} : { reason: 'connection refused' }),
    delay: success ? Math.round(20 + draw() * 200) : 0,
  };
}

/** A connection of a user. */
export function auditRecord(seen: Seen): Seeded<'AuditLog'> {
  const draw = drawer('audit', seen);
  const [application, category, destination] = applications[seen.number % applications.length] ?? applications[0];
  const blocked = category === 'game' ? draw() < 0.8 : draw() < 0.04;
  return {
    ...placed('al', seen),
    account: pick(people, draw()),
    ...terminalOf(seen, draw(), 'sourceIp'),
    sourcePort: 49_152 + Math.floor(draw() * 16_000),
    protocol: category === 'video' ? 17 : 6,
    destination,
    destinationPort: 443,
    application,
    category,
    verdict: blocked ? 'blocked' : 'allowed',
    rx: blocked ? 0 : Math.floor(draw() ** 3 * 4e8),
    tx: blocked ? 1200 : Math.floor(draw() ** 3 * 4e7),
  };
}

/** A name that a terminal asks for. */
export function dnsRecord(seen: Seen): Seeded<'DnsAudit'> {
  const draw = drawer('dns', seen);
  const [, , domain] = pick(applications, draw());
  const rcode = answers[seen.number % answers.length] ?? 'NOERROR';
  const { mac, ip } = terminalOf(seen, draw(), 'ip');
  return {
    ...placed('dn', seen),
    clientIp: ip ?? '',
    mac: mac ?? '',
    server: dotted(seen.network + 1),
    domain,
    queryType: queries[seen.number % queries.length] ?? 'A',
    rcode,
    ...(rcode === 'NOERROR' ? { answer: `192.0.2.${1 + Math.floor(draw() * 250)}` } : {}),
    latency: Math.round((1 + draw() ** 2 * 60) * 10) / 10,
    verdict: rcode === 'REFUSED' ? 'blocked' : 'allowed',
  };
}

function placed(prefix: string, { companyId, siteId, number, at }: Seen): { id: string; companyId: string; siteId: string; at: string } {
  return {
    id: `${prefix}-${siteId.slice(2)}-${Math.floor(at / 1000)}-${number}`,
    companyId,
    siteId,
    at: `${new Date(at).toISOString().slice(0, 19)}Z`,
  };
}

function terminalOf({ network }: Seen, drawn: number, address: string): Record<string, string> {
  const host = 20 + Math.floor(drawn * 60);
  return { mac: `3c:52:82:${hex(network >>> 16)}:${hex(network >>> 8)}:${hex(host)}`, [address]: dotted(network + host) };
}

function drawer(kind: string, { siteId, number, at }: Seen): () => number {
  const seed = seedOf(`${kind}/${siteId}/${number}`);
  let position = Math.floor(at / 1000);
  return () => share(seed, position++);
}

function pick<Choices extends readonly [unknown, ...unknown[]]>(choices: Choices, drawn: number): Choices[number] {
  return choices[Math.floor(drawn * choices.length)] ?? choices[0];
}

function hex(value: number): string {
  return (value & 255).toString(16).padStart(2, '0');
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
