import { without } from '#server/kernel/resource/without.ts';
import { DAY, stamps, type Row } from '#server/kernel/seeding/world.ts';
import { alertCodes, levelOf } from '#server/features/alarm/alert-codes.ts';

const groups = [
  ['device', '设备', 'Devices'],
  ['system', '系统', 'System'],
  ['link', '线路', 'Circuits'],
  ['bandwidth', '带宽', 'Bandwidth'],
  ['tunnel', '隧道', 'Tunnels'],
  ['pop', 'POP', 'POPs'],
  ['wireless', '无线', 'Wireless'],
  ['routing', '路由', 'Routing'],
  ['sla', 'SLA', 'SLA'],
  ['security', '安全', 'Security'],
] as const;
/** Prepared for what is not monitored yet. */
const prepared = [
  ['voice', '语音', 'Voice'],
  ['video', '视频', 'Video'],
  ['wifi', '无线局域网', 'Wireless LAN'],
  ['vpn', '移动接入', 'Mobile access'],
  ['dns', 'DNS', 'DNS'],
  ['dhcp', 'DHCP', 'DHCP'],
  ['firewall', '防火墙', 'Firewall'],
  ['nat', 'NAT', 'NAT'],
  ['licence', '许可', 'Licences'],
  ['certificate', '证书', 'Certificates'],
  ['compliance', '合规', 'Compliance'],
  ['platform', '平台', 'Platform'],
  ['backbone', '骨干', 'Backbone'],
  ['cloud', '云网关', 'Cloud gateways'],
  ['sensor', '环境传感器', 'Sensors'],
  ['custom', '自定义', 'Custom'],
] as const;

function groupId(code: string): string {
  return `ag-${code}`;
}

/** The groups of the codes that the server knows. */
export function alarmGroupsInUse(now: number): Row[] {
  return alarmGroups(now)
    .slice(0, groups.length)
    .map((row) => without(row, 'createdAt', 'updatedAt'));
}

export function alarmGroups(now: number): Row[] {
  return [...groups, ...prepared].map(([code, desc, descEn], index) => ({
    id: groupId(code),
    code,
    desc,
    descEn,
    codes: alertCodes.filter((each) => each.code.startsWith(`${code}.`)).map((each) => each.code),
    remark: index < groups.length ? '' : '预留 / reserved',
    // those in use are the newest: a list begins with them
    ...stamps(now - (600 + index) * DAY),
  }));
}

/** One row a code: what the dictionary and the alarms go by. */
export function alarmConfigurations(now: number): Row[] {
  return alertCodes.map(({ code, zh, name, severity, compare, threshold, unit, weight, measure, clear }, index) => {
    const mailed = severity === 'Emergency';
    return {
      id: `ac-${code.replace('.', '-')}`,
      code,
      desc: zh,
      descEn: name,
      groupId: groupId(code.split('.')[0] ?? ''),
      level: levelOf[severity],
      compare,
      ...(threshold === undefined ? {} : { threshold }),
      ...(unit === undefined ? {} : { unit }),
      ...(measure === undefined ? {} : { measure }),
      ...(clear === undefined ? {} : { clear, clearAfter: 60 }),
      duration: compare === 'event' ? 0 : 60,
      // that fans turn slowly is told in no room
      enable: code !== 'device.fan',
      notices: mailed ? ['console', 'mail'] : weight > 0 ? ['console'] : ['console', 'mail'],
      ...(mailed || weight === 0 ? { receivers: 'noc@demo.example' } : {}),
      ...stamps(now - (590 - index) * DAY),
    };
  });
}
