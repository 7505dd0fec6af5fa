import { alertCodes, levelOf } from '#server/features/alarm/alert-codes.ts';
import type { Row } from '#server/kernel/seeding/world.ts';

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

/** The id of a group, by the first part of its codes. */
export function alarmGroupId(code: string): string {
  return `ag-${code}`;
}

/** The groups of the codes that the server knows. */
export function alarmGroups(): Row[] {
  return groups.map(([code, desc, descEn]) => ({
    id: alarmGroupId(code),
    code,
    desc,
    descEn,
    codes: alertCodes.filter((each) => each.code.startsWith(`${code}.`)).map((each) => each.code),
    remark: '',
  }));
}

/** One row a code: what the dictionary and the alarms go by. Who is sent mail is for the operators to say. */
export function alarmConfigurations(): Row[] {
  return alertCodes.map(({ code, zh, name, severity, compare, threshold, unit, measure, clear }) => ({
    id: `ac-${code.replace('.', '-')}`,
    code,
    desc: zh,
    descEn: name,
    groupId: alarmGroupId(code.split('.')[0] ?? ''),
    level: levelOf[severity],
    compare,
    ...(threshold === undefined ? {} : { threshold }),
    ...(unit === undefined ? {} : { unit }),
    ...(measure === undefined ? {} : { measure }),
    ...(clear === undefined ? {} : { clear, clearAfter: 60 }),
    duration: compare === 'event' ? 0 : 60,
    enable: true,
    notices: ['console'],
  }));
}
