export type AlertSeverity = 'Warning' | 'Critical' | 'Emergency';
export type AlertCode = { code: string; name: string; severity: AlertSeverity; level: 'minor' | 'major' | 'critical'; desc: string; descEn: string };

/** What can be alerted. Levels configure codes, severities stand on the alert: minor, major, critical in that order (decision 17). */
export const alertCodes: readonly AlertCode[] = [
  { code: 'device.offline', name: 'Device offline', severity: 'Emergency', level: 'critical', desc: '设备离线', descEn: 'The device does not report' },
  { code: 'link.loss', name: 'Packet loss', severity: 'Warning', level: 'minor', desc: '线路丢包', descEn: 'A circuit loses packets' },
  { code: 'link.down', name: 'Circuit down', severity: 'Critical', level: 'major', desc: '线路中断', descEn: 'A circuit does not carry traffic' },
  { code: 'link.latency', name: 'High latency', severity: 'Warning', level: 'minor', desc: '线路时延过高', descEn: 'A circuit is slower than its threshold' },
  { code: 'system.cpu', name: 'CPU load', severity: 'Critical', level: 'major', desc: 'CPU 负载过高', descEn: 'The CPU is loaded above its threshold' },
  { code: 'system.memory', name: 'Memory use', severity: 'Critical', level: 'major', desc: '内存占用过高', descEn: 'The memory is used above its threshold' },
  { code: 'bandwidth.low', name: 'Low bandwidth', severity: 'Warning', level: 'minor', desc: '带宽低于 20%', descEn: 'The bandwidth is below 20 %' },
];

export const alertGroups = [
  { code: 'device', desc: '设备', descEn: 'Devices', alerts: ['device.offline', 'system.cpu', 'system.memory'] },
  { code: 'link', desc: '线路', descEn: 'Circuits', alerts: ['link.loss', 'link.down', 'link.latency', 'bandwidth.low'] },
];
