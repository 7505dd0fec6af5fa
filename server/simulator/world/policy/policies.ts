import type { PolicyCondition, TrafficMatch } from '#generated/server/stored.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { hitsOf } from '#server/simulator/world/policy/firewall-rules.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { tagId } from '#server/simulator/world/tenancy/tags.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const tags: readonly [code: string, name: string][] = [
  ['voice', '语音'],
  ['meeting', '视频会议'],
  ['erp', 'ERP'],
  ['saas', 'SaaS'],
  ['pos', '收银'],
  ['office', '办公'],
  ['backup', '备份'],
  ['guest', '访客'],
  ['monitor', '监控回传'],
  ['crossborder', '跨境'],
  ['mail', '邮件'],
  ['database', '数据库'],
  ['cloud', '云服务'],
  ['update', '系统更新'],
  ['video', '视频'],
  ['finance', '财务'],
  ['iot', '物联网'],
  ['dev', '研发'],
  ['test', '测试'],
  ['print', '打印'],
  ['dns', 'DNS'],
  ['vpn', 'VPN'],
  ['security', '安全'],
  ['education', '培训'],
  ['default', '默认'],
  ['emergency', '应急'],
];

const RULES = 36;
const TEMPLATES = 26;
const SCENARIOS = 26;
const tagKey = (index: number): string => `prt-${tags[index % tags.length]?.[0] ?? ''}`;
const ruleKey = (index: number): string => `pol-${(index % RULES) + 1}`;
const templateKey = (index: number): string => `pt-${(index % TEMPLATES) + 1}`;
const scenarioKey = (index: number): string => `ps-${(index % SCENARIOS) + 1}`;

/** Tags of policy rules; the last ones are on no rule yet. */
export function policyRuleTags(now: number): Seeded<'PolicyRuleTag'>[] {
  return tags.map(([code, name], index): Seeded<'PolicyRuleTag'> => ({
    id: tagKey(index),
    name,
    code,
    remark: index % 5 === 0 ? 'Made by the platform' : '',
    ...stamps(now - (500 - index) * DAY),
  }));
}

const hidden: readonly NonNullable<Seeded<'PolicyRule'>['hiddenFrom']>[] = [
  [],
  [],
  ['company'],
  [],
  ['channel'],
  [],
  ['channel', 'company'],
  [],
  ['global'],
];
const ports = ['5060-5061', '443', '3306,1433', '873', '8000-8080'] as const;

/** Platform rules: every way to match, every egress, both preferences, some hidden from some accounts. */
export function policyRules(now: number): Seeded<'PolicyRule'>[] {
  const random = randomFrom('policy rules');
  return Array.from({ length: RULES }, (_, index): Seeded<'PolicyRule'> => {
    const name = tags[index % tags.length]?.[1] ?? '';
    return {
      id: ruleKey(index),
      name: index < tags.length ? `${name}优选` : `${name}备用`,
      priority: (index + 1) * 100,
      tagIds: [tagKey(index % 20)],
      enable: index % 11 !== 9,
      hiddenFrom: hidden[index % hidden.length] ?? [],
      ...matchOf(index),
      source: index % 4 === 1 ? privates(false) : index % 9 === 3 ? { kind: 'address', addresses: ['10.0.0.0/8'], invert: false } : ANY,
      destination: index % 5 === 2 ? privates(true) : ANY,
      ...egressOf(index),
      routePreference: index % 3 === 0 ? 3 : 1,
      ...hitsOf(now, index, random),
      remark: index % 6 === 0 ? '平台推荐' : '',
      ...stamps(now - (450 - index) * DAY, now - (index % 30) * DAY),
    };
  });
}

const ANY: TrafficMatch = { kind: 'any' };

function privates(invert: boolean): TrafficMatch {
  return { kind: 'addressSet', addressSet: 'as-all-private', invert };
}

function matchOf(index: number): Partial<Seeded<'PolicyRule'>> & Pick<Seeded<'PolicyRule'>, 'matchType'> {
  if (index % 3 === 1) return { matchType: 'application', applications: ['zoom', 'teams'], categories: index % 2 === 0 ? ['meeting'] : [] };
  if (index % 3 === 2) return { matchType: 'domain', domains: [`app${index}.example`, 'office365.example'] };
  return {
    matchType: 'fiveTuple',
    protocol: index % 2 === 0 ? 17 : 6,
    dstPorts: ports[index % ports.length] ?? '443',
    dstPortsInvert: false,
  };
}

function egressOf(index: number): Partial<Seeded<'PolicyRule'>> & Pick<Seeded<'PolicyRule'>, 'egressType'> {
  switch (index % 6) {
    case 0:
      return { egressType: 'singleOut', egressWan: 'WAN1' };
    case 1:
      return { egressType: 'line2', egressWan: 'WAN2' };
    case 2:
      return { egressType: 'dedicateIp', dedicateIp: `203.0.113.${index + 1}` };
    case 3:
      return { egressType: 'outGroup', outGroup: index % 2 === 0 ? 'hk-exit' : 'east-exit' };
    case 4:
      return { egressType: 'wanGroup', wanSetTag: `${tagId(undefined, 'wanSet', 0)}-global` };
    default:
      return { egressType: 'proxy', proxyHost: 'proxy.wan.example', proxyPort: 3128 };
  }
}

const places = ['门店', '总部', '分公司', '数据中心', '海外办事处', '仓库', '云网关', 'Partner', 'Kiosk'];

export function policyTemplates(now: number): Seeded<'PolicyTemplate'>[] {
  return Array.from({ length: TEMPLATES }, (_, index): Seeded<'PolicyTemplate'> => ({
    id: templateKey(index),
    name: `${places[index % places.length] ?? ''}模板_${index + 1}`,
    enable: index % 13 !== 12,
    // the last rules are in no template: they can be deleted
    ruleIds: [...new Set(Array.from({ length: 3 + (index % 6) }, (__, at) => ruleKey((index * 2 + at * 5) % (RULES - 4))))],
    remark: index % 4 === 0 ? '双线站点' : '',
    ...stamps(now - (400 - index) * DAY, now - (index % 25) * DAY),
  }));
}

const causes = ['主线中断', '时延过高', '丢包过高', '带宽拥塞', '夜间', '旗舰店', '始终', '主线不稳'];

export function policyScenarios(now: number): Seeded<'PolicyScenario'>[] {
  return Array.from({ length: SCENARIOS }, (_, index): Seeded<'PolicyScenario'> => ({
    id: scenarioKey(index),
    name: `${causes[index % causes.length] ?? ''}_${index + 1}`,
    businessType: index % 3 === 2 ? 'saas' : 'office',
    enable: index % 12 !== 11,
    match: index % 2 === 0 ? 'all' : 'any',
    conditions: conditionsOf(index),
    templateIds: [...new Set([templateKey(index % 20), templateKey((index + 7) % 20)])],
    remark: index % 5 === 0 ? '自动切换' : '',
    ...stamps(now - (380 - index) * DAY, now - (index % 22) * DAY),
  }));
}

function conditionsOf(index: number): PolicyCondition[] {
  switch (index % 8) {
    case 0:
      return [{ kind: 'linkDown', wan: 'WAN1', seconds: 30 }];
    case 1:
      return [{ kind: 'latency', above: 150, wan: 'WAN1', seconds: 60 }];
    case 2:
      return [{ kind: 'loss', share: 5, seconds: 60 }];
    case 3:
      return [{ kind: 'utilisation', share: 80, wan: 'WAN1', seconds: 300 }];
    case 4:
      return [{ kind: 'time', timeRange: { kind: 'weekday', weekdays: [1, 2, 3, 4, 5], startTime: '00:00', endTime: '06:00' } }];
    case 5:
      return [{ kind: 'siteTag', siteTags: [`${tagId(undefined, 'site', 0)}-global`] }];
    case 6:
      return [];
    default:
      return [
        { kind: 'latency', above: 200, seconds: 30 },
        { kind: 'loss', share: 10, seconds: 30 },
      ];
  }
}

const COUNTS = [28, 8, 2];
const states = ['issued', 'refreshed', 'pending', 'issued', 'failed', 'refreshed'] as const;

/** What is at work in a company, in every state; of some the rules have changed since. */
export function strategyApplications(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'StrategyApplication'>[] {
  const random = randomFrom(`strategies ${tenant.id}`);
  const rulesOf = rulesBySource(now);
  return Array.from({ length: COUNTS[tenant.index] ?? 2 }, (_, index): Seeded<'StrategyApplication'> => {
    const state = states[index % states.length] ?? 'pending';
    const scenario = index % 3 === 1;
    const source = scenario ? scenarioKey(index % 20) : templateKey((index * 3) % 20);
    const issued = state === 'issued' || state === 'refreshed';
    const outdated = issued && index % 5 === 0;
    const siteIds = index % 4 === 0 ? [] : random.some(plans, 1 + (index % 5)).map((plan) => plan.id);
    const rules = rulesOf(source);
    return {
      id: `sa-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: `${scenario ? '场景' : '模板'}应用_${index + 1}`,
      enable: index % 10 !== 7,
      kind: scenario ? 'scenario' : 'template',
      ...(scenario ? { scenarioId: source } : { templateId: source }),
      siteIds,
      state,
      standing: issued ? (outdated ? 'outdated' : 'current') : 'never',
      version: state === 'issued' ? 1 : state === 'refreshed' ? 2 + (index % 4) : 0,
      ...(issued ? { issuedAt: instant(now - (1 + (index % 20)) * DAY) } : {}),
      ...(state === 'failed'
        ? { failure: (['noDevice', 'noRules', 'noSites'] as const)[Math.floor(index / states.length) % 3] ?? 'noRules' }
        : {}),
      // the sites of these still have a rule that left the template, and not yet the one that came
      issuedRules: issued ? (outdated ? [...rules.slice(1), ruleKey(RULES - 1)] : rules).map((id) => ({ ruleId: id, revision: 1 })) : [],
      issuedSites: issued ? withDevices(plans, siteIds) : [],
      remark: index % 5 === 0 ? '按季度复核' : '',
      ...stamps(now - (70 - index) * DAY, now - (index % 20) * DAY),
    };
  });
}

/** The enabled rules of a template or scenario, in order. */
function rulesBySource(now: number): (source: string) => string[] {
  const off = new Set(policyRules(now).flatMap((rule) => (!rule.enable ? [rule.id] : [])));
  const rows = [...policyTemplates(now), ...policyScenarios(now)];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rulesOf = (source: string): string[] => {
    const row = byId.get(source);
    if (row === undefined || !row.enable) return [];
    const ids = 'ruleIds' in row ? row.ruleIds : row.templateIds.flatMap(rulesOf);
    return [...new Set(ids)].filter((id) => !off.has(id));
  };
  return rulesOf;
}

function withDevices(plans: readonly SitePlan[], siteIds: readonly string[]): string[] {
  return plans.filter((plan) => plan.sns.length > 0 && (siteIds.length === 0 || siteIds.includes(plan.id))).map((plan) => plan.id);
}
