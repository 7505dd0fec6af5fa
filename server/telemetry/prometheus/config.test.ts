import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type PrometheusConfig, readConfig, TelemetryConfigError } from '#server/telemetry/prometheus/config.ts';

const URL_OF = 'http://metrics.example:8428';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-telemetry-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The configuration of an installation that says this. */
function read(text: string, more: { url?: string; token?: string; env?: Record<string, string> } = {}): PrometheusConfig {
  const file = join(folder, 'telemetry.yaml');
  writeFileSync(file, text);
  return readConfig({ url: URL_OF, env: {}, file, ...more });
}

describe('who asks the store says who he is', () => {
  test.each([
    ['with a token', URL_OF, 'secret', { authorization: 'Bearer secret' }],
    [
      'with a name and a password',
      'http://reader:p%40ss@metrics.example:8428',
      undefined,
      { authorization: `Basic ${btoa('reader:p@ss')}` },
    ],
    // who wrote it into the address did not think of its spelling there
    [
      'with a password that has a sign of per cent',
      'http://reader:50%@metrics.example:8428',
      undefined,
      { authorization: `Basic ${btoa('reader:50%')}` },
    ],
    [
      'with a token, whatever stands in the address',
      'http://reader:pass@metrics.example:8428',
      'secret',
      { authorization: 'Bearer secret' },
    ],
    ['not at all', URL_OF, undefined, {}],
  ])('%s', (_, url, token, headers) => {
    const config = read('', { url, ...(token === undefined ? {} : { token }) });
    expect(config.headers).toEqual(headers);
    // an address is logged and shown, what is secret is not
    expect(config.url).toBe(URL_OF);
  });

  test('with headers of its own, which name what is secret by the environment', () => {
    const text = `headers: { X-Scope-OrgID: tenant-1, Authorization: 'Token \${METRICS_TOKEN}' }`;
    const env = { METRICS_TOKEN: 'abc' };
    expect(read(text, { env }).headers).toEqual({ 'x-scope-orgid': 'tenant-1', authorization: 'Token abc' });
    // two of one name would be sent as one, of which no store knows what to make
    expect(read(text, { env, token: 'secret' }).headers).toEqual({ 'x-scope-orgid': 'tenant-1', authorization: 'Bearer secret' });
    expect(() => read(text)).toThrow('telemetry.yaml names ${METRICS_TOKEN}, which the environment lacks.');
  });

  test('an address may have a path: that of a cluster and its tenant', () => {
    expect(read('', { url: 'https://metrics.example/select/0/prometheus/' }).url).toBe('https://metrics.example/select/0/prometheus');
  });
});

describe('what an installation says', () => {
  test('replaces that part alone', () => {
    const [ours, given] = [
      readConfig({ url: URL_OF, env: {} }),
      read(
        'site: name\nlabels: { interface: ifName }\nmeasures:\n  rx: rate(ifHCInOctets{$selector}[$window]) * 8\nwindow: 5m\ntimeout: 1500ms\nseries: 10',
      ),
    ];
    expect(given).toEqual({
      ...ours,
      site: 'name',
      labels: { ...ours.labels, interface: 'ifName' },
      measures: { ...ours.measures, rx: 'rate(ifHCInOctets{$selector}[$window]) * 8' },
      window: 300,
      timeout: 1500,
      series: 10,
    });
  });

  test.each([
    [
      'measures: { rx: "rate(ifHCInOctets[$window])" }',
      'telemetry.yaml: the query of rx lacks $selector, so that it would tell of sites that nobody asked for.',
    ],
    [
      'targets: { p50: vector(1) }',
      'telemetry.yaml: the query of targets.p50 lacks $selector, so that it would tell of sites that nobody asked for.',
    ],
    ['measures: { speed: "up{$selector}" }', 'telemetry.yaml: there is no measure speed.'],
    ['peaks: { speed: "up{$selector}" }', 'telemetry.yaml: there is no measure speed.'],
    ['site: serial', 'telemetry.yaml: site is "serial"; set siteId, name or sn.'],
    ['target: host', 'telemetry.yaml: target is "host"; set id, name or url.'],
    ['probe: host', 'telemetry.yaml: probe is "host"; set address, target or taskId.'],
    ['timeout: 10', 'telemetry.yaml: timeout is 10; set something like 30s or 2m.'],
    ['window: 1 day', 'telemetry.yaml: window is "1 day"; set something like 30s or 2m.'],
    ['series: many', 'telemetry.yaml: series is "many"; set a whole number, such as 50000.'],
    ['series: 0', 'telemetry.yaml: series is 0; set a whole number, such as 50000.'],
    ['labels: { site: "" }', 'telemetry.yaml: labels.site is ""; set the name of a label.'],
    ['labels: { site: "my site" }', 'telemetry.yaml: labels.site is "my site"; set the name of a label.'],
  ])('and cannot be is refused in a sentence: %s', (text, sentence) => {
    expect(() => read(text)).toThrow(new TelemetryConfigError(sentence));
  });

  test.each([
    ['headers: { X-Scope-OrgID: 1 }', /headers\.X-Scope-OrgID is no text\.$/],
    ['- a list', /is no table of names and values\.$/],
    ['measures: [', /is no YAML/],
  ])('and is none is refused with the name of the file: %s', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
    expect(() => read(text)).toThrow(TelemetryConfigError);
  });

  test('and is not there is refused', () => {
    expect(() => readConfig({ url: URL_OF, env: {}, file: join(folder, 'nowhere.yaml') })).toThrow(
      /^TELEMETRY_CONFIG=.*nowhere\.yaml cannot be read\.$/,
    );
  });
});
