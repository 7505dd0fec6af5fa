import type { ClientPlatform } from '#generated/server/stored.ts';
import { FIRST, SECOND } from '#server/simulator/world/tenancy/companies.ts';
import { digestOf } from '#server/simulator/world/upgrade/releases.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';
import { verdictOf } from '#server/simulator/app-scanner.ts';

const MIB = 1_048_576;

type Category = 'office' | 'communication' | 'business' | 'security' | 'tool';

const apps: readonly (readonly [key: string, zh: string, en: string, category: Category])[] = [
  ['mail', '企业邮箱', 'Mail', 'communication'],
  ['meeting', '视频会议', 'Meetings', 'communication'],
  ['chat', '即时通讯', 'Chat', 'communication'],
  ['phone', '网络电话', 'Softphone', 'communication'],
  ['oa', '协同办公', 'Workflow', 'office'],
  ['docs', '在线文档', 'Documents', 'office'],
  ['drive', '企业网盘', 'Drive', 'office'],
  ['calendar', '日程', 'Calendar', 'office'],
  ['sheet', '数据报表', 'Sheets', 'office'],
  ['sign', '电子签章', 'Signatures', 'office'],
  ['erp', 'ERP 移动端', 'ERP', 'business'],
  ['crm', '客户管理', 'CRM', 'business'],
  ['pos', '收银助手', 'POS assistant', 'business'],
  ['stock', '库存盘点', 'Stock count', 'business'],
  ['delivery', '物流跟踪', 'Delivery', 'business'],
  ['patrol', '巡店', 'Store visits', 'business'],
  ['hr', '人事助手', 'HR', 'business'],
  ['expense', '费用报销', 'Expenses', 'business'],
  ['token', '动态口令', 'One-time codes', 'security'],
  ['vault', '密码保险箱', 'Vault', 'security'],
  ['shield', '终端防护', 'Endpoint shield', 'security'],
  ['browser', '安全浏览器', 'Secure browser', 'security'],
  ['scan', '扫码工具', 'Scanner', 'tool'],
  ['notes', '随手记', 'Notes', 'tool'],
  ['remote', '远程协助', 'Remote help', 'tool'],
  ['speed', '网络测速', 'Speed test', 'tool'],
];

type Platform = { platform: ClientPlatform; type: string };
const phones: readonly Platform[] = [
  { platform: 'android', type: 'apk' },
  { platform: 'ios', type: 'ipa' },
];
const desks: readonly Platform[] = [
  { platform: 'harmony', type: 'hap' },
  { platform: 'windows', type: 'msi' },
  { platform: 'macos', type: 'dmg' },
  { platform: 'linux', type: 'deb' },
];

function platformsOf(index: number): Platform[] {
  return index % 3 === 0
    ? [...phones, ...desks.slice(index % 4, (index % 4) + 1)]
    : [phones[index % 2] ?? { platform: 'ios', type: 'ipa' }];
}

/** The packages, each with the verdict that the scanner gives its file; the last one has just arrived. */
export function libraryApps(now: number): Seeded<'LibraryApp'>[] {
  const random = randomFrom('library apps');
  return apps.flatMap(([key, zh, en], index) =>
    platformsOf(index).map(({ platform, type }): Seeded<'LibraryApp'> => {
      const version = `${(index % 8) + 1}.${index % 4}.${index % 3}`;
      const created = now - (200 - index * 7) * DAY;
      const sha256 = digestOf(`store la-${key}-${platform}`);
      const finding = verdictOf(sha256);
      const waits = index === apps.length - 1;
      return {
        id: `la-${key}-${platform}`,
        name: index % 4 === 3 ? en : zh,
        platform,
        packageName: `com.example.${key}`,
        version,
        vendor: index % 2 === 0 ? '示例软件' : 'Example Software',
        fileName: `${key}-${version}.${type}`,
        fileSize: random.int(8, 160) * MIB,
        sha256,
        signer: 'CN=Example Software',
        scanState: waits ? 'pending' : finding ? 'infected' : 'clean',
        ...(waits ? {} : { scannedAt: instant(created + HOUR) }),
        ...(!waits && finding ? { scanDetail: finding } : {}),
        uploadedBy: 'super@demo.example',
        ...stamps(created, created + HOUR),
      };
    }),
  );
}

/** The apps of the store; one is offered only when every package of it is clean. */
export function storeApps(now: number, packages: readonly Seeded<'LibraryApp'>[]): Seeded<'StoreApp'>[] {
  const random = randomFrom('store apps');
  return apps.map(([key, zh, en, category], index): Seeded<'StoreApp'> => {
    const files = packages.filter((file) => file.packageName === `com.example.${key}`);
    const listed = index % 7 !== 6 && files.every((file) => file.scanState === 'clean');
    const created = now - (180 - index * 6) * DAY;
    return {
      id: `sa-${key}`,
      name: zh,
      nameEn: en,
      category,
      packageIds: files.map((file) => file.id ?? ''),
      icon: `https://download.example/icons/${key}.png`,
      featured: index % 6 === 0,
      summary: `${zh}，办公随身带。`,
      summaryEn: `${en} for people on the move.`,
      companyIds: index % 5 === 4 ? [FIRST] : index % 9 === 8 ? [FIRST, SECOND] : [],
      state: listed ? 'listed' : 'unlisted',
      ...(listed ? { listedAt: instant(created + DAY) } : {}),
      downloads: listed ? random.int(12, 4800) : 0,
      ...stamps(created, created + DAY),
    };
  });
}
