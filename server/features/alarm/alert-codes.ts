import type { AlarmMeasure } from '#generated/server/stored.ts';

export type AlertSeverity = 'Warning' | 'Critical' | 'Emergency';
export type AlertLevel = 'minor' | 'major' | 'critical';

/** What can go wrong. */
export type AlertCode = {
  code: string;
  /** English name, and the Chinese one. */
  name: string;
  zh: string;
  severity: AlertSeverity;
  descEn: string;
  /** A value beyond the threshold fires; an event has no value that could be compared. */
  compare: 'above' | 'below' | 'event';
  threshold?: number;
  unit?: string;
  /** What is compared with the threshold, where telemetry has it. */
  measure?: AlarmMeasure;
  /** A value that is back at it clears: nearer to what is usual than the threshold, so that nothing flaps. */
  clear?: number;
  /** What happened, in both languages, with the measured value; `link` is the port that it happened to. */
  cause: (value: number, link?: string) => string;
};

type Detail = Pick<AlertCode, 'name' | 'zh' | 'descEn' | 'measure' | 'clear' | 'cause'>;

/** The alert codes of the reference backend (spec section 3). */
export const alertCodes: readonly AlertCode[] = [
  event('device.offline', 'Emergency', {
    name: 'Device offline',
    zh: '设备离线',
    descEn: 'The device does not report',
    cause: (v) => `设备 ${v} 分钟未上报 / no report for ${v} minutes`,
  }),
  event('device.exception', 'Critical', {
    name: 'Device exception',
    zh: '设备异常',
    descEn: 'The device reports a fault',
    cause: () => '自检发现异常 / self-test failed',
  }),
  event('device.restart', 'Warning', {
    name: 'Device restarted',
    zh: '设备重启',
    descEn: 'The device restarted by itself',
    cause: (v) => `设备重启 ${v} 次 / restarted ${v} times`,
  }),
  value('device.temperature', 'Critical', 'above', 70, '°C', {
    name: 'Temperature',
    zh: '温度过高',
    descEn: 'The device is too warm',
    measure: 'temperature',
    clear: 65,
    cause: (v) => `主板温度 ${v}℃ / board at ${v} °C`,
  }),
  event('device.power', 'Emergency', {
    name: 'Power supply',
    zh: '电源故障',
    descEn: 'A power supply failed',
    cause: (v) => `电源 ${v} 无输入 / PSU ${v} without input`,
  }),
  event('device.fan', 'Warning', {
    name: 'Fan',
    zh: '风扇故障',
    descEn: 'A fan turns too slowly',
    cause: (v) => `风扇 ${v} 转速过低 / fan ${v} turns too slowly`,
  }),
  event('device.config', 'Critical', {
    name: 'Configuration failed',
    zh: '配置下发失败',
    descEn: 'The device did not take its configuration',
    cause: () => '设备拒绝配置 / configuration refused',
  }),
  value('system.cpu', 'Critical', 'above', 90, '%', {
    name: 'CPU load',
    zh: 'CPU 负载过高',
    descEn: 'The CPU is loaded above its threshold',
    measure: 'cpu',
    clear: 80,
    cause: (v) => `CPU 负载 ${v}% / CPU load ${v} %`,
  }),
  value('system.memory', 'Critical', 'above', 90, '%', {
    name: 'Memory',
    zh: '内存不足',
    descEn: 'Memory is used above its threshold',
    measure: 'memory',
    clear: 85,
    cause: (v) => `内存使用 ${v}% / memory used ${v} %`,
  }),
  value('system.disk', 'Warning', 'above', 85, '%', {
    name: 'Disk',
    zh: '磁盘空间不足',
    descEn: 'The disk is nearly full',
    measure: 'disk',
    clear: 80,
    cause: (v) => `磁盘使用 ${v}% / disk used ${v} %`,
  }),
  value('system.session', 'Warning', 'above', 80_000, 'sessions', {
    name: 'Sessions',
    zh: '会话数过高',
    descEn: 'The device keeps too many sessions',
    cause: (v) => `会话数 ${v} / ${v} sessions`,
  }),
  value('link.down', 'Emergency', 'below', 50, '%', {
    name: 'Circuit down',
    zh: '线路中断',
    descEn: 'A circuit is down',
    measure: 'availability',
    clear: 90,
    cause: (_, link = 'WAN1') => `${link} 中断 / ${link} is down`,
  }),
  value('link.loss', 'Warning', 'above', 1, '%', {
    name: 'Packet loss',
    zh: '线路丢包',
    descEn: 'A circuit loses packets',
    measure: 'loss',
    clear: 0.5,
    cause: (v, link = 'WAN1') => `${link} 丢包 ${v}% / ${link} loses ${v} % of packets`,
  }),
  value('link.latency', 'Warning', 'above', 100, 'ms', {
    name: 'Latency',
    zh: '线路时延过高',
    descEn: 'A circuit is slow to answer',
    measure: 'latency',
    clear: 90,
    cause: (v, link = 'WAN1') => `${link} 时延 ${v} ms / ${link} delays ${v} ms`,
  }),
  value('link.jitter', 'Warning', 'above', 20, 'ms', {
    name: 'Jitter',
    zh: '线路抖动',
    descEn: 'The delay of a circuit varies',
    measure: 'jitter',
    clear: 15,
    cause: (v, link = 'WAN1') => `${link} 抖动 ${v} ms / ${link} jitter ${v} ms`,
  }),
  event('link.flap', 'Critical', {
    name: 'Circuit flapping',
    zh: '线路频繁切换',
    descEn: 'A circuit goes up and down',
    cause: (v) => `10 分钟内切换 ${v} 次 / ${v} changes in 10 minutes`,
  }),
  // below 20 % for every CPE (spec 9)
  value('bandwidth.low', 'Warning', 'below', 20, '%', {
    name: 'Low bandwidth',
    zh: '带宽低于 20%',
    descEn: 'The bandwidth is below 20 %',
    measure: 'bandwidthLeft',
    clear: 25,
    cause: (v, link = 'WAN1') => `${link} 可用带宽 ${v}% / ${link} has ${v} % of its bandwidth left`,
  }),
  value('bandwidth.high', 'Warning', 'above', 90, '%', {
    name: 'Bandwidth used up',
    zh: '带宽利用率过高',
    descEn: 'A circuit is used above its threshold',
    measure: 'bandwidthUsed',
    clear: 80,
    cause: (v, link = 'WAN1') => `${link} 带宽利用率 ${v}% / ${link} uses ${v} % of its bandwidth`,
  }),
  event('tunnel.down', 'Critical', {
    name: 'Tunnel down',
    zh: '隧道中断',
    descEn: 'A tunnel to the backbone is down',
    cause: (v) => `tun${v} 中断 / tun${v} is down`,
  }),
  event('tunnel.switch', 'Warning', {
    name: 'Tunnel switched',
    zh: '隧道切换',
    descEn: 'Traffic moved to another tunnel',
    cause: (v) => `流量切换到 tun${v} / traffic moved to tun${v}`,
  }),
  event('pop.unreachable', 'Emergency', {
    name: 'POP unreachable',
    zh: 'POP 不可达',
    descEn: 'The selected POP does not answer',
    cause: (v) => `连续 ${v} 次探测失败 / ${v} probes failed in a row`,
  }),
  value('wireless.signal', 'Warning', 'above', 100, '-dBm', {
    name: 'Weak signal',
    zh: '无线信号弱',
    descEn: 'The mobile signal is weak',
    measure: 'signal',
    clear: 96,
    cause: (v) => `RSRP -${v} dBm`,
  }),
  event('routing.bgp', 'Critical', {
    name: 'BGP neighbor down',
    zh: 'BGP 邻居中断',
    descEn: 'A BGP neighbor does not answer',
    cause: (v) => `邻居 ${v} 中断 / neighbor ${v} is down`,
  }),
  event('routing.ospf', 'Critical', {
    name: 'OSPF neighbor down',
    zh: 'OSPF 邻居中断',
    descEn: 'An OSPF neighbor does not answer',
    cause: (v) => `邻居 ${v} 中断 / neighbor ${v} is down`,
  }),
  event('sla.probe', 'Critical', {
    name: 'SLA probe',
    zh: 'SLA 探测超限',
    descEn: 'A probe is beyond its thresholds',
    cause: () => '探测结果超过阈值 / probe beyond its thresholds',
  }),
  event('security.login', 'Critical', {
    name: 'Failed log-ins',
    zh: '多次登录失败',
    descEn: 'Somebody tried passwords',
    cause: (v) => `登录失败 ${v} 次 / ${v} failed log-ins`,
  }),
];

/** What configures an alert's severity, and back (decision 17). */
export const levelOf: Readonly<Record<AlertSeverity, AlertLevel>> = { Warning: 'minor', Critical: 'major', Emergency: 'critical' };
export const severityOf: Readonly<Record<AlertLevel, AlertSeverity>> = { minor: 'Warning', major: 'Critical', critical: 'Emergency' };

/** Between the two languages of a cause. */
const BOTH = ' / ';
const byCode = new Map(alertCodes.map((each) => [each.code, each]));

export function codeNamed(code: string): AlertCode {
  const found = byCode.get(code);
  if (!found) throw new Error(`No alert code ${code}`);
  return found;
}

/** The name of an alert in a language; that of an unknown code is what was stored. */
export function alertName(code: string, language: 'zh' | 'en', stored: string): string {
  const known = byCode.get(code);
  if (!known) return stored;
  return language === 'zh' ? known.zh : known.name;
}

const byName = new Map(alertCodes.map((each) => [each.name, each]));

/** The same where only the stored name is known. */
export function alertLabel(stored: string, language: 'zh' | 'en'): string {
  const known = byName.get(stored);
  return known && language === 'zh' ? known.zh : stored;
}

/** What is wrong, as a device reports it in both languages, in one of them. */
export function alertDetail(code: string, language: 'zh' | 'en', stored: string): string {
  const [zh, en] = stored.split(BOTH);
  if (!byCode.has(code) || zh === undefined || en === undefined) return stored;
  const serial = /^\S+: /.exec(zh)?.[0] ?? '';
  return language === 'zh' ? zh : `${serial}${en}`;
}

/** Codes with a name, in either language, that fits. */
export function codesNamed(fits: (name: string) => boolean): string[] {
  return alertCodes.filter(({ name, zh }) => fits(name) || fits(zh)).map(({ code }) => code);
}

function event(code: string, severity: AlertSeverity, detail: Detail): AlertCode {
  return { code, severity, compare: 'event', ...detail };
}

function value(
  code: string,
  severity: AlertSeverity,
  compare: 'above' | 'below',
  threshold: number,
  unit: string,
  detail: Detail,
): AlertCode {
  return { code, severity, compare, threshold, unit, ...detail };
}
