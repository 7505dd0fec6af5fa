import { createHash } from 'node:crypto';

import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const HARDWARE = ['AR1200', 'AR2600', 'AR6300'];
const MIB = 1_048_576;

/** Versions, the oldest first: what of them is offered, and for which models. */
const versions =
  '4.6.0 4.6.1 4.6.2 4.7.0 4.7.1 4.8.0 4.8.1 4.9.0 4.9.1 4.9.2 5.0.0 5.0.1 5.0.2 5.1.0 5.1.1 5.2.0-rc1 5.2.0-rc2 5.2.0 5.2.1 5.2.2 5.3.0-rc1 5.3.0 5.3.1 5.3.2 5.4.0-rc1 5.4.0-rc2'.split(
    ' ',
  );

const notes = [
  ['修复弱网下隧道重连缓慢的问题。', 'Tunnels reconnect faster on poor links.'],
  ['支持 BGP 邻居优雅重启。', 'BGP neighbours restart gracefully.'],
  ['降低 AR1200 的内存占用。', 'Uses less memory on the AR1200.'],
  ['修复大流量下 NAT 会话泄漏。', 'Fixes a leak of NAT sessions under load.'],
  ['智能 DNS 命中率统计；优化配置下发。', 'Counts smart DNS hits; configuration arrives sooner.'],
  ['安全更新：OpenSSL。', 'Security update of OpenSSL.'],
] as const;

export function releaseId(version: string): string {
  return `rel-${version.replaceAll('.', '-')}`;
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The releases of the device software; old ones are withdrawn, the newest are drafts. */
export function releases(now: number): Seeded<'Release'>[] {
  const random = randomFrom('releases');
  return versions.map((version, index): Seeded<'Release'> => {
    const created = now - (versions.length - index) * 21 * DAY;
    const state = index < 8 || version.endsWith('rc1') ? 'withdrawn' : index < versions.length - 3 ? 'published' : 'draft';
    const [zh, en] = notes[index % notes.length] ?? notes[0];
    const published = created + 2 * DAY;
    return {
      id: releaseId(version),
      version,
      kind: version.includes('rc') ? 'beta' : version.endsWith('.0') ? 'stable' : 'hotfix',
      models: index % 5 === 4 ? ['vCPE-100'] : [...HARDWARE, ...(index % 2 === 1 ? ['vCPE-100'] : [])],
      ...(index >= 10 ? { minVersion: '4.8.0' } : {}),
      rebootMinutes: 3,
      fileName: `wan-ar-${version}.bin`,
      fileSize: random.int(170, 195) * MIB,
      sha256: digestOf(`release ${version}`),
      notes: zh,
      notesEn: en,
      state,
      ...(state === 'draft' ? {} : { publishedAt: instant(published), publishedBy: 'super@demo.example' }),
      ...(state === 'withdrawn' ? { withdrawnAt: instant(published + 90 * DAY) } : {}),
      ...stamps(created, published),
    };
  });
}

const clients = [
  { platform: 'android', type: 'apk', system: 'Android 10' },
  { platform: 'ios', type: 'ipa', system: 'iOS 15' },
  { platform: 'harmony', type: 'hap', system: 'HarmonyOS 4' },
  { platform: 'windows', type: 'msi', system: 'Windows 10' },
  { platform: 'macos', type: 'dmg', system: 'macOS 13' },
  { platform: 'linux', type: 'deb', system: 'Debian 12' },
] as const;

/** Versions of the mobile and desktop clients, the newest still drafts. */
export function appVersions(now: number): Seeded<'AppVersion'>[] {
  const random = randomFrom('app versions');
  return ['3.0.0', '3.1.0', '3.1.1', '3.2.0', '3.3.0'].flatMap((version, index) =>
    clients.map(({ platform, type, system }, position): Seeded<'AppVersion'> => {
      const created = now - (5 - index) * 45 * DAY + position * HOUR;
      const state = index === 0 ? 'withdrawn' : index === 4 ? 'draft' : 'published';
      return {
        id: `av-${platform}-${version.replaceAll('.', '')}`,
        platform,
        version,
        build: Number(version.replaceAll('.', '')),
        minOsVersion: system,
        forced: version === '3.1.1',
        url: `https://download.example/wan/${platform}/${version}.${type}`,
        fileSize: random.int(30, 90) * MIB,
        sha256: digestOf(`client ${platform} ${version}`),
        notes: index % 2 === 0 ? '全新界面，连接更快。' : '修复休眠后断线的问题。',
        notesEn: index % 2 === 0 ? 'A new look, and faster to connect.' : 'Stays connected after sleep.',
        state,
        ...(state === 'draft' ? {} : { publishedAt: instant(created + DAY) }),
        ...(state === 'withdrawn' ? { withdrawnAt: instant(created + 120 * DAY) } : {}),
        ...stamps(created, created + DAY),
      };
    }),
  );
}
