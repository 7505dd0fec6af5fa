import { formatDateTime } from '#domain/units/date-time.ts';
import type { Language, MeasuredSource, MeasurementGap, ReportContent } from '#generated/server/stored.ts';

type Words = Readonly<Record<Language, string>>;

const contents: Readonly<Record<ReportContent, Words>> = {
  bandwidth: { zh: '带宽', en: 'Bandwidth' },
  applications: { zh: '应用', en: 'Applications' },
  quality: { zh: '线路质量', en: 'Circuit quality' },
  availability: { zh: '可用率', en: 'Availability' },
  alerts: { zh: '告警', en: 'Alarms' },
  ranking: { zh: '站点排行', en: 'Ranking of sites' },
  users: { zh: '终端用户', en: 'LAN users' },
};
const columns = {
  site: { zh: '站点', en: 'Site' },
  circuit: { zh: '线路', en: 'Circuit' },
  tx: { zh: '上行均值', en: 'Mean up' },
  rx: { zh: '下行均值', en: 'Mean down' },
  max: { zh: '下行峰值', en: 'Peak down' },
  flow: { zh: '总流量', en: 'Traffic' },
  latency: { zh: '时延 (ms)', en: 'Latency (ms)' },
  jitter: { zh: '抖动 (ms)', en: 'Jitter (ms)' },
  loss: { zh: '丢包 (%)', en: 'Loss (%)' },
  availability: { zh: '可用率 (%)', en: 'Availability (%)' },
  application: { zh: '应用', en: 'Application' },
  share: { zh: '占比 (%)', en: 'Share (%)' },
  name: { zh: '名称', en: 'Name' },
  count: { zh: '次数', en: 'Count' },
  host: { zh: '主机名', en: 'Host name' },
} as const satisfies Record<string, Words>;
const lines: Readonly<Record<string, Words>> = {
  tx: { zh: '上行', en: 'Up' },
  rx: { zh: '下行', en: 'Down' },
  latency: { zh: '时延均值', en: 'Mean latency' },
  jitter: { zh: '抖动均值', en: 'Mean jitter' },
  availability: { zh: '可用率均值', en: 'Mean availability' },
};
const gaps: Readonly<Record<MeasurementGap, Words>> = {
  notConfigured: { zh: '未配置遥测', en: 'no telemetry configured' },
  notConnected: { zh: '本系统未接入设备', en: 'no device connected to this server' },
  neverReported: { zh: '设备从未上报', en: 'device never reported' },
  silent: { zh: '设备未上报', en: 'device not reporting' },
  notStored: { zh: '无存储数据', en: 'nothing stored' },
  failed: { zh: '查询失败', en: 'the query failed' },
};

const remarks = {
  demo: { zh: '演示网络', en: 'demo network' },
  extract: { zh: '仅含可见站点', en: 'only sites that you may see' },
} as const satisfies Record<string, Words>;

export type ReportColumn = keyof typeof columns;

export function contentWord(content: ReportContent, language: Language): string {
  return contents[content][language];
}

export function columnWord(column: ReportColumn, language: Language): string {
  return columns[column][language];
}

/** What a line of a chart is called. */
export function lineWord(measure: string, language: Language): string {
  return lines[measure]?.[language] ?? measure;
}

/** The figures of a line. */
export function figureWords(max: string, mean: string, language: Language): string {
  return language === 'zh' ? `峰值 ${max} · 均值 ${mean}` : `max ${max} · mean ${mean}`;
}

/** Why a figure is missing. */
export function gapWord(gap: MeasurementGap, language: Language): string {
  return gaps[gap][language];
}

/** In place of a table of which nothing was measured. */
export function nothingMeasured(gap: MeasurementGap | undefined, language: Language): string {
  const why = gap === undefined ? '' : gapWord(gap, language);
  if (language === 'zh') return why === '' ? '本周期内没有测量值。' : `本周期内没有测量值：${why}。`;
  return why === '' ? 'Nothing was measured in this period.' : `Nothing was measured in this period: ${why}.`;
}

/** In place of a table of which nothing happened. */
export function nothingHappened(language: Language): string {
  return language === 'zh' ? '本周期内没有记录。' : 'Nothing was recorded in this period.';
}

/** Under a table that does not show all. */
export function onlyFirst(shown: number, of: number, language: Language): string {
  return language === 'zh'
    ? `仅列前 ${shown} 行，共 ${of} 行；表格文件包含全部。`
    : `The first ${shown} of ${of} rows; a spreadsheet has all of them.`;
}

type Range = {
  from: string;
  to: string;
  timeZone: string;
  source: MeasuredSource;
  /** Only the sites that its reader may see. */ extract: boolean;
};

/** From when until when, by whose clocks; that nothing real was measured, and that it is not all, where that is so. */
export function rangeWords({ from, to, timeZone, source, extract }: Range, language: Language): string {
  const [first, last] = [from, to].map((at) => formatDateTime(at, timeZone, 'minute'));
  const range = language === 'zh' ? `${first} 至 ${last}（${timeZone}）` : `${first} to ${last} (${timeZone})`;
  const notes = [...(source === 'demo' ? [remarks.demo] : []), ...(extract ? [remarks.extract] : [])];
  return [range, ...notes.map((words) => words[language])].join(' · ');
}
