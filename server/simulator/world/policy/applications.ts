import type { AppCategory, Application } from '#generated/server/stored.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { hitsOf, timeRange, traffic } from '#server/simulator/world/policy/firewall-rules.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const COUNTS = [30, 8, 2];
const countOf = (tenant: Tenant): number => COUNTS[tenant.index] ?? 2;

/** What stands together, as a company would name it: categories, then applications. */
const kinds: readonly [name: string, categories: readonly AppCategory[], applications: readonly Application[]][] = [
  ['娱乐', ['game', 'music'], ['steam', 'kingOfGlory', 'pubg', 'qqMusic', 'spotify']],
  ['短视频', [], ['douyin', 'tiktok', 'bilibili', 'iqiyi', 'tencentVideo', 'netflix']],
  ['视频会议', ['meeting'], ['zoom', 'teams', 'tencentMeeting', 'webex', 'skype']],
  ['办公协同', ['office', 'im'], ['wecom', 'dingtalk', 'feishu', 'slack']],
  ['ERP', [], ['sap', 'kingdee', 'yonyou', 'adobe']],
  ['下载', ['download'], ['bitTorrent', 'thunder', 'ftp', 'windowsUpdate']],
  ['网盘', [], ['baiduNetdisk', 'dropbox', 'oneDrive', 'smb']],
  ['购物', ['shopping'], ['taobao', 'jd', 'pinduoduo', 'amazon']],
  ['支付', ['finance'], ['alipay', 'wechatPay', 'bankOnline', 'paypal', 'eastMoney']],
  ['社交', ['social'], ['weibo', 'facebook', 'twitter', 'wechat', 'qq', 'whatsapp', 'telegram', 'instagram', 'linkedin']],
  ['邮件', ['mail'], ['outlook', 'gmail', 'netease163']],
  ['远程访问', ['remoteAccess'], ['rdp', 'vnc', 'teamViewer', 'ssh', 'telnet', 'openVpn', 'wireGuard']],
  ['数据库', ['database'], ['mysql', 'postgres', 'oracle', 'sqlServer', 'redis']],
  ['云服务', ['cloud'], ['office365', 'salesforce', 'googleWorkspace', 'github', 'gitlab']],
  ['新闻', ['news', 'video'], ['youtube']],
  ['网络服务', ['network', 'security'], ['dns', 'ntp', 'snmp', 'sip']],
  ['培训', ['education'], []],
];

function groupId(tenant: Tenant, index: number): string {
  return `ag-${tenant.id.slice(2)}-${(index % countOf(tenant)) + 1}`;
}

function nameAt(index: number): string {
  const round = Math.floor(index / kinds.length);
  return `${kinds[index % kinds.length]?.[0] ?? ''}${round === 0 ? '' : `_${round + 1}`}`;
}

export function applicationGroups(now: number, tenant: Tenant): Seeded<'ApplicationGroup'>[] {
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'ApplicationGroup'> => {
    const [, categories, applications] = kinds[index % kinds.length] ?? ['', [], []];
    return {
      id: groupId(tenant, index),
      companyId: tenant.id,
      name: nameAt(index),
      categories: [...categories],
      applications: [...applications],
      domains: index % 3 === 1 ? [`app${index}.${tenant.domain}`] : [],
      remark: index % 5 === 0 ? '由网络组维护' : '',
      ...stamps(now - (130 - index) * DAY, now - (index % 13) * DAY),
    };
  });
}

const strategies = ['REJECT', 'ACCEPT', 'DROP'] as const;

export function applicationFirewallRules(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'ApplicationFirewallRule'>[] {
  const random = randomFrom(`application firewall ${tenant.id}`);
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'ApplicationFirewallRule'> => {
    const [, categories, applications] = kinds[index % kinds.length] ?? ['', [], []];
    const byGroup = index % 3 === 2;
    return {
      id: `af-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: nameAt(index),
      priority: (index + 1) * 10,
      strategy: strategies[index % strategies.length] ?? 'DROP',
      enable: index % 9 !== 4,
      siteIds: index % 4 === 1 ? random.some(plans, 3).map((plan) => plan.id) : [],
      applications: byGroup ? [] : [...applications],
      categories: byGroup ? [] : [...categories],
      groupIds: byGroup ? [groupId(tenant, index % Math.max(1, countOf(tenant) - 6))] : [],
      source: traffic(tenant, index, random),
      destination: index % 5 === 0 ? traffic(tenant, index + 1, random) : { kind: 'any' },
      ...timeRange(now, index + 1),
      log: index % 3 === 0,
      ...hitsOf(now, index, random),
      remark: index % 6 === 0 ? '上班时间管控' : '',
      ...stamps(now - (85 - index) * DAY, now - (index % 12) * DAY),
    };
  });
}
