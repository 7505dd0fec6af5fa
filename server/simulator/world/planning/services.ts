import type { SaasCategory } from '#generated/server/stored.ts';
import { companyServiceId } from '#server/simulator/world/planning/company-service-id.ts';
import { popPlans } from '#server/simulator/world/planning/backbone.ts';
import { circuitsAt } from '#server/simulator/world/planning/circuits.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import { tagId } from '#server/simulator/world/tenancy/tags.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

type Group = readonly [name: string, code: string, category: SaasCategory, domains: readonly string[]];

const groups: readonly Group[] = [
  ['Microsoft 365', 'm365', 'office', ['outlook.office.com', 'teams.microsoft.com', 'sharepoint.com']],
  ['钉钉', 'dingtalk', 'meeting', ['dingtalk.com', 'aliwork.com']],
  ['企业微信', 'wecom', 'meeting', ['work.weixin.qq.com']],
  ['飞书', 'feishu', 'office', ['feishu.cn', 'larksuite.com']],
  ['Zoom', 'zoom', 'meeting', ['zoom.us']],
  ['腾讯会议', 'voov', 'meeting', ['meeting.tencent.com']],
  ['Salesforce', 'salesforce', 'crm', ['salesforce.com', 'force.com']],
  ['纷享销客', 'fxiaoke', 'crm', ['fxiaoke.com']],
  ['SAP', 'sap', 'crm', ['sap.com', 'ondemand.com']],
  ['Dropbox', 'dropbox', 'storage', ['dropbox.com']],
  ['百度网盘', 'pan', 'storage', ['pan.baidu.com']],
  ['阿里云 OSS', 'oss', 'storage', ['aliyuncs.com']],
  ['AWS S3', 's3', 'storage', ['s3.amazonaws.com']],
  ['GitHub', 'github', 'development', ['github.com', 'githubusercontent.com']],
  ['Gitee', 'gitee', 'development', ['gitee.com']],
  ['npm', 'npm', 'development', ['registry.npmjs.org']],
  ['Docker Hub', 'docker', 'development', ['docker.com', 'docker.io']],
  ['Jira', 'jira', 'development', ['atlassian.net']],
  ['Slack', 'slack', 'meeting', ['slack.com']],
  ['Webex', 'webex', 'meeting', ['webex.com']],
  ['Google Workspace', 'gworkspace', 'office', ['workspace.google.com', 'docs.google.com']],
  ['WPS 云文档', 'wps', 'office', ['wps.cn', 'kdocs.cn']],
  ['用友云', 'yonyou', 'crm', ['yonyoucloud.com']],
  ['支付网关', 'payment', 'other', ['unionpay.com', 'alipay.com']],
  ['DNS over HTTPS', 'doh', 'other', ['dns.alidns.com']],
  ['Adobe', 'adobe', 'other', ['adobe.com']],
];

const egress = ['singleOut', 'dedicateIp', 'outGroup', 'wanGroup', 'proxy', 'line2'] as const;
const states = ['normal', 'normal', 'maintenance', 'normal', 'applied', 'normal', 'abnormal'] as const;
const SERVICES = 30;

/** POPs in service in zones that are in use, one a city. */
const usable = popPlans.filter(
  ({ number, zone }) => number === 1 && !['br-us-east', 'br-us-west', 'br-sa-saopaulo', 'br-me-dubai'].includes(zone.region),
);

export function saasGroups(now: number): Seeded<'SaasGroup'>[] {
  return groups.map(([name, code, category, domains], index): Seeded<'SaasGroup'> => ({
    id: `saas-${code}`,
    name,
    code,
    category,
    enable: index < 24,
    popIds: index % 3 === 0 ? [usable[index % usable.length]?.id ?? ''] : [],
    domains: [...domains],
    addresses: index % 4 === 0 ? [`13.107.${index}.0/24`] : [],
    ports: '80,443',
    remark: index % 5 === 0 ? '重点保障应用' : '',
    ...stamps(now - (400 - index * 8) * DAY, now - index * DAY),
  }));
}

/** Services of the platform: every way out, every state, office and SaaS. */
export function services(now: number, scene: Scene): Seeded<'Service'>[] {
  return Array.from({ length: SERVICES }, (_, index): Seeded<'Service'> => {
    const way = egress[index % egress.length] ?? 'singleOut';
    const pop = usable[index % usable.length];
    const [saas, code] = groups[index % 24] ?? groups[0] ?? [];
    const isSaas = index % 4 === 3;
    const state = states[index % states.length] ?? 'normal';
    return {
      id: serviceId(index),
      name: `${pop?.zone.city.zh ?? ''}${isSaas ? ` ${saas ?? ''}` : '办公'}${index % 2 === 0 ? '出口' : ' egress'} ${index + 1}`,
      code: `svc-${index + 1}`,
      type: isSaas ? 'saas' : 'office',
      egressType: way,
      serviceStatus: state,
      popIds: [pop?.id ?? ''],
      bandwidth: 10_000,
      ...(isSaas ? { saasGroupId: `saas-${code ?? ''}` } : {}),
      ...(way === 'singleOut' || way === 'line2' ? { circuitIds: circuitsAt(scene, index) } : {}),
      ...(way === 'wanGroup' ? { wanSetTag: `${tagId(undefined, 'wanSet', 0)}-global` } : {}),
      ...(way === 'outGroup' ? { outGroup: `group-${(index % 5) + 1}` } : {}),
      ...(way === 'proxy' ? { proxyAddress: `proxy${index + 1}.backbone.example`, proxyPort: 3128 } : {}),
      ...(state === 'maintenance' ? { maintenanceStart: instant(now - DAY), maintenanceEnd: instant(now + DAY) } : {}),
      remark: '',
      ...stamps(now - (300 - index * 5) * DAY, now - index * DAY),
    };
  });
}

function serviceId(index: number): string {
  return `svc-${String(index + 1).padStart(3, '0')}`;
}

/** Services that the companies applied for: nearly all of them in the first. */
export function companyServices(now: number, { networks }: Scene, made: readonly Seeded<'Service'>[]): Seeded<'CompanyService'>[] {
  return networks.flatMap(({ tenant, plans }) =>
    made.slice(0, tenant.index === 0 ? 27 : tenant.index === 1 ? 8 : 2).map((service, index): Seeded<'CompanyService'> => {
      const leaseStatus = (['renting', 'renting', 'test', 'renting', 'stop'] as const)[index % 5] ?? 'renting';
      const begun = now - (200 - index * 5) * DAY;
      return {
        id: companyServiceId(tenant.id, index),
        companyId: tenant.id,
        serviceId: service.id ?? '',
        serviceName: service.name ?? '',
        egressType: service.egressType ?? '',
        serviceStatus: service.serviceStatus ?? '',
        siteIds: index % 3 === 0 ? [] : plans.slice(index % 5, (index % 5) + 3).map((plan) => plan.id),
        bandwidth: 20,
        leaseStatus,
        leaseStartTime: instant(begun),
        leaseEndTime: instant(leaseStatus === 'stop' ? now - 3 * DAY : now + (index + 20) * DAY),
        applicant: index % 2 === 0 ? '李伟' : 'Amy Chen',
        applicantPhone: '+86 21 5000 1000',
        remark: index % 6 === 0 ? '合同内服务' : '',
        ...stamps(begun, now - index * DAY),
      };
    }),
  );
}
