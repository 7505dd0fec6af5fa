import { alarmConfigurations, alarmGroupId, alarmGroups } from '#server/features/alarm/seed/alarm-settings.ts';
import { DAY, stamps, type Row } from '#server/kernel/seeding/world.ts';
import { demoCodeNamed } from '#server/simulator/demo-codes.ts';

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

/** Those in use are the newest: a list begins with them. */
export function demoAlarmGroups(now: number): Row[] {
  const further = prepared.map(([code, desc, descEn]) => ({
    id: alarmGroupId(code),
    code,
    desc,
    descEn,
    codes: [],
    remark: '预留 / reserved',
  }));
  return [...alarmGroups(), ...further].map((row, index) => ({ ...row, ...stamps(now - (600 + index) * DAY) }));
}

/** Emergencies, and what never happens by chance, are mailed to the NOC of the demo WAN. */
export function demoAlarmConfigurations(now: number): Row[] {
  return alarmConfigurations().map((row, index) => {
    const { code, severity, weight } = demoCodeNamed(String(row.code));
    const mailed = severity === 'Emergency' || weight === 0;
    return {
      ...row,
      // that fans turn slowly is told in no room
      enable: code !== 'device.fan',
      ...(mailed ? { notices: ['console', 'mail'], receivers: 'noc@demo.example' } : {}),
      ...stamps(now - (590 - index) * DAY),
    };
  });
}
