export type AlertSeverity = 'Warning' | 'Critical' | 'Emergency';

/** What can go wrong. `cause` says it of a case, with a measured value between `low` and `high`. */
export type AlertCode = {
  code: string;
  name: string;
  severity: AlertSeverity;
  desc: string;
  descEn: string;
  /** Share among the alerts of the demo WAN; 0: never by chance. */
  weight: number;
  low: number;
  high: number;
  cause: (value: number) => string;
};

/** The alert dictionary of the reference backend (spec section 3). */
export const alertCodes: readonly AlertCode[] = [
  entry(
    'device.offline',
    'Device offline',
    'Emergency',
    '设备离线',
    'The device does not report',
    0,
    5,
    5,
    (v) => `设备 ${v} 分钟未上报 / no report for ${v} minutes`,
  ),
  entry(
    'device.exception',
    'Device exception',
    'Critical',
    '设备异常',
    'The device reports a fault',
    0,
    1,
    1,
    () => '自检发现异常 / self-test failed',
  ),
  entry(
    'device.restart',
    'Device restarted',
    'Warning',
    '设备重启',
    'The device restarted by itself',
    5,
    1,
    4,
    (v) => `设备重启 ${v} 次 / restarted ${v} times`,
  ),
  entry(
    'device.temperature',
    'Temperature',
    'Critical',
    '温度过高',
    'The device is too warm',
    5,
    71,
    88,
    (v) => `主板温度 ${v}℃ / board at ${v} °C`,
  ),
  entry(
    'device.power',
    'Power supply',
    'Emergency',
    '电源故障',
    'A power supply failed',
    2,
    1,
    2,
    (v) => `电源 ${v} 无输入 / PSU ${v} without input`,
  ),
  entry(
    'system.cpu',
    'CPU load',
    'Critical',
    'CPU 负载过高',
    'The CPU is loaded above its threshold',
    10,
    91,
    99,
    (v) => `CPU 负载 ${v}% / CPU load ${v} %`,
  ),
  entry(
    'system.memory',
    'Memory',
    'Critical',
    '内存不足',
    'Memory is used above its threshold',
    6,
    91,
    98,
    (v) => `内存使用 ${v}% / memory used ${v} %`,
  ),
  entry('system.disk', 'Disk', 'Warning', '磁盘空间不足', 'The disk is nearly full', 4, 86, 97, (v) => `磁盘使用 ${v}% / disk used ${v} %`),
  entry('link.down', 'Circuit down', 'Emergency', '线路中断', 'A circuit is down', 6, 1, 2, (v) => `WAN${v} 中断 / WAN${v} is down`),
  entry(
    'link.loss',
    'Packet loss',
    'Warning',
    '线路丢包',
    'A circuit loses packets',
    20,
    2,
    15,
    (v) => `WAN1 丢包 ${v}% / WAN1 loses ${v} % of packets`,
  ),
  entry(
    'link.latency',
    'Latency',
    'Warning',
    '线路时延过高',
    'A circuit is slow to answer',
    16,
    120,
    420,
    (v) => `WAN1 时延 ${v} ms / WAN1 delays ${v} ms`,
  ),
  entry(
    'link.jitter',
    'Jitter',
    'Warning',
    '线路抖动',
    'The delay of a circuit varies',
    8,
    25,
    90,
    (v) => `WAN1 抖动 ${v} ms / WAN1 jitter ${v} ms`,
  ),
  entry(
    'bandwidth.low',
    'Low bandwidth',
    'Warning',
    '带宽低于 20%',
    'The bandwidth is below 20 %',
    8,
    5,
    19,
    (v) => `可用带宽 ${v}% / ${v} % of the bandwidth left`,
  ),
  entry(
    'tunnel.down',
    'Tunnel down',
    'Critical',
    '隧道中断',
    'A tunnel to the backbone is down',
    6,
    1,
    3,
    (v) => `tun${v} 中断 / tun${v} is down`,
  ),
  entry(
    'pop.unreachable',
    'POP unreachable',
    'Emergency',
    'POP 不可达',
    'The selected POP does not answer',
    2,
    3,
    9,
    (v) => `连续 ${v} 次探测失败 / ${v} probes failed in a row`,
  ),
  entry('wireless.signal', 'Weak signal', 'Warning', '无线信号弱', 'The mobile signal is weak', 6, 101, 118, (v) => `RSRP -${v} dBm`),
  entry(
    'security.login',
    'Failed log-ins',
    'Critical',
    '多次登录失败',
    'Somebody tried passwords',
    4,
    6,
    40,
    (v) => `登录失败 ${v} 次 / ${v} failed log-ins`,
  ),
];

/** Groups of the dictionary, by the first word of their codes. */
const alertGroups = [
  group('device', '设备', 'Devices'),
  group('system', '系统', 'System'),
  group('link', '线路', 'Circuits'),
  group('bandwidth', '带宽', 'Bandwidth'),
  group('tunnel', '隧道', 'Tunnels'),
  group('pop', 'POP', 'POPs'),
  group('wireless', '无线', 'Wireless'),
  group('security', '安全', 'Security'),
] as const;

/** What configures an alert's severity (decision 17). */
const levelOf: Readonly<Record<AlertSeverity, 'minor' | 'major' | 'critical'>> = {
  Warning: 'minor',
  Critical: 'major',
  Emergency: 'critical',
};

/** The dictionary as `getAlertDictionary` answers it. */
export function alertDictionary(): {
  codes: { code: string; name: string; severity: AlertSeverity; level: string; desc: string; descEn: string }[];
  groups: { code: string; desc: string; descEn: string; alerts: string[] }[];
} {
  const codes = alertCodes.map(({ code, name, severity, desc, descEn }) => ({
    code,
    name,
    severity,
    level: levelOf[severity],
    desc,
    descEn,
  }));
  return { codes, groups: [...alertGroups] };
}

export function codeNamed(code: string): AlertCode {
  const found = alertCodes.find((each) => each.code === code);
  if (!found) throw new Error(`No alert code ${code}`);
  return found;
}

function entry(
  code: string,
  name: string,
  severity: AlertSeverity,
  desc: string,
  descEn: string,
  weight: number,
  low: number,
  high: number,
  cause: (value: number) => string,
): AlertCode {
  return { code, name, severity, desc, descEn, weight, low, high, cause };
}

function group(code: string, desc: string, descEn: string): { code: string; desc: string; descEn: string; alerts: string[] } {
  return { code, desc, descEn, alerts: alertCodes.filter((each) => each.code.startsWith(`${code}.`)).map((each) => each.code) };
}
