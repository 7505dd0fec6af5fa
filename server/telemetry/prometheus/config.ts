import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { asNumber, asObject, asText, isKeyOf, isObject } from '#domain/json.ts';
import { linkMeasures, type Measure, type ProbeMeasure, type TargetMeasure } from '#server/telemetry/port.ts';

export type PrometheusConfig = {
  /** Address up to, not with, `/api/v1`. */
  url: string;
  headers: Record<string, string>;
  labels: Record<'site' | 'interface' | 'application' | 'category' | 'user' | 'destination' | 'target' | 'probe' | 'device', string>;
  site: 'siteId' | 'name' | 'sn';
  /** Seconds. */
  window: number;
  /** Milliseconds. */
  lag: number;
  silence: number;
  timeout: number;
  series: number;
  measures: Record<Measure, string>;
  /** Where the largest value of a range is asked otherwise than as that of means. */
  peaks: Partial<Record<Measure, string>>;
  /** Seconds since 1970 of the newest reading of each device. */
  seen: string;
  application: string;
  flow: string;
  target: 'id' | 'name' | 'url';
  targets: Record<TargetMeasure, string>;
  probe: 'address' | 'target' | 'taskId';
  probes: Record<ProbeMeasure, string>;
};

/** What is wrong with a configuration, in a sentence. */
export class TelemetryConfigError extends Error {}

const deviceMeasures = ['cpu', 'memory', 'disk', 'temperature', 'terminals'] as const satisfies readonly Measure[];
const names: Record<PrometheusConfig['site'], true> = { siteId: true, name: true, sn: true };
const targetNames: Record<PrometheusConfig['target'], true> = { id: true, name: true, url: true };
const probeNames: Record<PrometheusConfig['probe'], true> = { address: true, target: true, taskId: true };
const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const LABEL = /^[a-zA-Z_]\w*$/;

/** The mapping of measures to queries: ours, with what an installation says otherwise. */
export function readConfig(options: {
  url: string;
  token?: string | undefined;
  file?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}): PrometheusConfig {
  const { url, token, file, env } = options;
  const own = yaml(join(import.meta.dirname, 'telemetry.yaml'));
  const given = file === undefined ? {} : yaml(file);
  const part = (name: string): Record<string, string> => ({ ...textsOf(own, name), ...textsOf(given, name, file) });
  const value = (name: string): unknown => given[name] ?? own[name];
  const address = new URL(url);
  // names of headers differ in nothing by their spelling: of two that are one, both would be sent
  const headers = Object.entries(part('headers')).map(([name, text]): [string, string] => [name.toLowerCase(), filled(text, env)]);
  if (token) headers.push(['authorization', `Bearer ${token}`]);
  else if (address.username)
    headers.push(['authorization', `Basic ${Buffer.from(`${decoded(address.username)}:${decoded(address.password)}`).toString('base64')}`]);
  address.username = '';
  address.password = '';
  const measures = part('measures');
  const labels = part('labels');
  for (const [name, label] of Object.entries(labels))
    if (!LABEL.test(label) && !(name === 'device' && label === '')) throw wrong(`labels.${name}`, label, 'the name of a label');
  const series = asNumber(value('series'));
  if (series === undefined || series < 1 || !Number.isInteger(series))
    throw wrong('series', value('series'), 'a whole number, such as 50000');
  const site = value('site');
  if (!isKeyOf(names, site)) throw wrong('site', site, 'siteId, name or sn');
  const target = value('target');
  if (!isKeyOf(targetNames, target)) throw wrong('target', target, 'id, name or url');
  const probe = value('probe');
  if (!isKeyOf(probeNames, probe)) throw wrong('probe', probe, 'address, target or taskId');
  const query = (name: Measure): string => templateOf(measures[name], name);
  const targets = part('targets');
  const ofTarget = (name: TargetMeasure): string => templateOf(targets[name], `targets.${name}`);
  const probes = part('probes');
  const ofProbe = (name: ProbeMeasure): string => templateOf(probes[name], `probes.${name}`);
  const peaks = Object.entries(part('peaks')).map(([name, text]) => [name, templateOf(text, `peaks.${name}`)] as const);
  for (const name of [...Object.keys(measures), ...peaks.map(([name]) => name)])
    if (!linkMeasures.some((each) => each === name) && !deviceMeasures.some((each) => each === name))
      throw new TelemetryConfigError(`telemetry.yaml: there is no measure ${name}.`);
  return {
    url: address.href.replace(/\/$/, ''),
    headers: Object.fromEntries(headers),
    labels: {
      site: labels['site'] ?? '',
      interface: labels['interface'] ?? '',
      application: labels['application'] ?? '',
      category: labels['category'] ?? '',
      user: labels['user'] ?? '',
      destination: labels['destination'] ?? '',
      target: labels['target'] ?? '',
      probe: labels['probe'] ?? '',
      device: labels['device'] ?? '',
    },
    site,
    window: seconds('window', value('window')),
    lag: seconds('lag', value('lag')) * 1000,
    silence: seconds('silence', value('silence')) * 1000,
    timeout: seconds('timeout', value('timeout')) * 1000,
    series,
    measures: {
      tx: query('tx'),
      rx: query('rx'),
      e2eTx: query('e2eTx'),
      e2eRx: query('e2eRx'),
      saasRx: query('saasRx'),
      latency: query('latency'),
      jitter: query('jitter'),
      loss: query('loss'),
      availability: query('availability'),
      rsrp: query('rsrp'),
      sinr: query('sinr'),
      cpu: query('cpu'),
      memory: query('memory'),
      disk: query('disk'),
      temperature: query('temperature'),
      terminals: query('terminals'),
    },
    peaks: Object.fromEntries(peaks),
    seen: templateOf(asText(value('seen')), 'seen'),
    application: templateOf(asText(value('application')), 'application'),
    flow: templateOf(asText(value('flow')), 'flow'),
    target,
    probe,
    probes: {
      sent: ofProbe('sent'),
      success: ofProbe('success'),
      latency: ofProbe('latency'),
      latencyMin: ofProbe('latencyMin'),
      latencyMax: ofProbe('latencyMax'),
      jitter: ofProbe('jitter'),
    },
    targets: {
      p50: ofTarget('p50'),
      p95: ofTarget('p95'),
      p99: ofTarget('p99'),
      errorRate: ofTarget('errorRate'),
      throughput: ofTarget('throughput'),
      apdex: ofTarget('apdex'),
    },
  };
}

function yaml(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new TelemetryConfigError(`TELEMETRY_CONFIG=${file} cannot be read.`);
  }
  let value: unknown;
  try {
    value = parse(text) ?? {};
  } catch (error) {
    throw new TelemetryConfigError(`${file} is no YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(value)) throw new TelemetryConfigError(`${file} is no table of names and values.`);
  return value;
}

function textsOf(config: Record<string, unknown>, name: string, file = ''): Record<string, string> {
  const entries = Object.entries(asObject(config[name] ?? {}));
  const odd = entries.find(([, text]) => typeof text !== 'string');
  if (odd) throw new TelemetryConfigError(`${file}: ${name}.${odd[0]} is no text.`);
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])));
}

function templateOf(text: string | undefined, name: string): string {
  if (text?.includes('$selector')) return text;
  throw new TelemetryConfigError(
    `telemetry.yaml: the query of ${name} lacks $selector, so that it would tell of sites that nobody asked for.`,
  );
}

function seconds(name: string, value: unknown): number {
  const [, count, unit] = /^([\d.]+)(ms|s|m|h)$/.exec(String(value)) ?? [];
  const factor = unit === undefined ? undefined : units[unit];
  if (count === undefined || factor === undefined) throw wrong(name, value, 'something like 30s or 2m');
  return Number(count) * factor;
}

/** What was written into an address with the spelling of addresses, or without a thought of it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function filled(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw new TelemetryConfigError(`telemetry.yaml names \${${name}}, which the environment lacks.`);
    return value;
  });
}

function wrong(name: string, value: unknown, instead: string): TelemetryConfigError {
  return new TelemetryConfigError(`telemetry.yaml: ${name} is ${JSON.stringify(value)}; set ${instead}.`);
}
