import { causeOf, textOf } from '#domain/fetched.ts';
import { asArray, asNumber, asObject, asText } from '#domain/json.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';

/** A series as the store answers it: its labels, and pairs of seconds and values. */
export type SampleStream = { labels: Record<string, string>; values: [seconds: number, value: number][] };
export type Span = { start: number; end: number; step: number };

/** The store did not answer in time, or not with what was asked. */
export class TelemetryError extends Error {}

/** Bytes of one answer. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Questions that the store has before it at once: more of them would only wait there, and it refuses whom it cannot take in. */
const AT_ONCE = 16;
const waiting: (() => void)[] = [];
let running = 0;

/** Asks over a range (seconds). */
export async function queryRange(config: PrometheusConfig, query: string, { start, end, step }: Span): Promise<SampleStream[]> {
  // some stores move the ends of a range to whole steps for the sake of their caches
  const span = { start: String(start), end: String(end), step: String(step), nocache: '1' };
  return seriesOf(config, await post(config, 'query_range', { query, ...span }));
}

/** Asks at an instant (seconds). */
export async function queryAt(config: PrometheusConfig, query: string, at: number): Promise<SampleStream[]> {
  return seriesOf(config, await post(config, 'query', { query, time: String(at), nocache: '1' }));
}

async function post(config: PrometheusConfig, path: string, form: Record<string, string>): Promise<unknown> {
  const timeout = `${Math.ceil(config.timeout / 1000)}s`;
  // who waits for his turn has waited too
  const signal = AbortSignal.timeout(config.timeout);
  await turn();
  try {
    const response = await fetch(`${config.url}/api/v1/${path}`, {
      method: 'POST',
      headers: config.headers,
      body: new URLSearchParams({ ...form, timeout }),
      signal,
      redirect: 'error',
    });
    let bytes = 0;
    const text = await textOf(response, (more) => {
      bytes += more;
      if (bytes > MOST_BYTES) throw new TelemetryError('Telemetry answered more than 64 MB.');
    });
    if (!response.ok) throw new TelemetryError(`Telemetry answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof TelemetryError) throw error;
    if (signal.aborted) throw new TelemetryError(`Telemetry did not answer within ${timeout}.`);
    throw new TelemetryError(`Telemetry cannot be asked: ${causeOf(error)}`);
  } finally {
    next();
  }
}

/** Waits until fewer are asked than may be, in the order of who came: those before run out of time no later. */
async function turn(): Promise<void> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((resolve) => void waiting.push(resolve));
}

/** Hands the turn on. */
function next(): void {
  const go = waiting.shift();
  if (go) go();
  else running--;
}

function seriesOf(config: PrometheusConfig, answer: unknown): SampleStream[] {
  const { status, data, error } = asObject(answer);
  if (status !== 'success') throw new TelemetryError(`Telemetry refused a query: ${asText(error) ?? 'without a reason'}`);
  const result = asArray(asObject(data)['result']);
  if (result.length > config.series)
    throw new TelemetryError(`Telemetry answered ${result.length} series, more than the ${config.series} of telemetry.yaml.`);
  return result.map((each) => {
    const { metric, values, value } = asObject(each);
    const labels = Object.fromEntries(Object.entries(asObject(metric)).map(([name, text]) => [name, asText(text) ?? '']));
    const pairs = value === undefined ? asArray(values) : [value];
    return {
      labels,
      values: pairs.flatMap((pair): SampleStream['values'] => {
        const [seconds, text] = asArray(pair);
        const number = Number(asText(text) ?? Number.NaN);
        const at = asNumber(seconds);
        return at === undefined || !Number.isFinite(number) ? [] : [[at, number]];
      }),
    };
  });
}
