import type { TrafficCategory } from '#generated/server/stored.ts';
import { drift, seedOf } from '#server/kernel/draw.ts';
import type { Pulse } from '#server/simulator/rhythm.ts';

/** What travels over the circuits; `weight` is its usual part. */
const applications: readonly { name: string; category: TrafficCategory; weight: number }[] = [
  { name: 'Office suite', category: 'saas', weight: 18 },
  { name: 'Video conference', category: 'video', weight: 16 },
  { name: 'ERP', category: 'office', weight: 14 },
  { name: 'File transfer', category: 'download', weight: 12 },
  { name: 'Web', category: 'web', weight: 11 },
  { name: 'Mail', category: 'office', weight: 7 },
  { name: 'Backup', category: 'other', weight: 7 },
  { name: 'Social', category: 'social', weight: 5 },
  { name: 'Point of sale', category: 'office', weight: 4 },
  { name: 'Games', category: 'game', weight: 2 },
  { name: 'DNS', category: 'other', weight: 1 },
  { name: 'Other', category: 'other', weight: 3 },
];

/** Where each application leads; the first carries most. */
const destinations: Readonly<Record<string, readonly string[]>> = {
  'Office suite': ['office.example.com', 'files.office.example.com', 'login.office.example.com'],
  'Video conference': ['meet.example.com', 'media.meet.example.com'],
  ERP: ['erp.example.com', 'reports.erp.example.com'],
  'File transfer': ['files.example.com', 'mirror.example.org'],
  Web: ['news.example.org', 'search.example.org', 'cdn.example.net'],
  Mail: ['mail.example.com', 'imap.example.com'],
  Backup: ['backup.example.com'],
  Social: ['social.example.net', 'cdn.example.net'],
  'Point of sale': ['pos.example.com', 'pay.example.com'],
  Games: ['games.example.net'],
  DNS: ['dns.example.net'],
};
const ELSEWHERE = ['198.51.100.20', '203.0.113.7'];

/** Destinations of an application with their parts of it; together 1. */
export function destinationsOf(application: string): { name: string; share: number }[] {
  const names = destinations[application] ?? ELSEWHERE;
  const total = names.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  return names.map((name, index) => ({ name, share: 1 / (index + 1) / total }));
}

export type ApplicationShare = { name: string; category: TrafficCategory; share: number };

const HOUR = 3_600_000;

/** Parts of the traffic of a place or company at an instant, most first; together 1. */
export function applicationShares(key: string, at: number, pulse: Pulse = 'office'): ApplicationShare[] {
  const drawn = applications.map(({ name, category, weight }) => {
    const usual =
      pulse === 'store' && name === 'Point of sale' ? 5 * weight : pulse === 'machine' && name === 'Backup' ? 4 * weight : weight;
    return { name, category, share: usual * (0.5 + drift(seedOf(`${key}/${name}`), at, 3 * HOUR)) };
  });
  const total = drawn.reduce((sum, each) => sum + each.share, 0);
  return drawn.map((each) => ({ ...each, share: each.share / total })).toSorted((a, b) => b.share - a.share);
}
