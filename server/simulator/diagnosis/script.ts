import type { Entities } from '#generated/server/entities.ts';
import type { WalkStep } from '#generated/server/stored.ts';
import { meanOf, measuredOnly } from '#server/features/sla/index.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { captured } from '#server/simulator/diagnosis/capture.ts';
import type { Stage, Way } from '#server/simulator/diagnosis/way.ts';

type Line = { after: number; text: string };
type Task = Entities['DiagnosisTask'];
type Results = Partial<Pick<Task, 'lossRate' | 'latency' | 'download' | 'upload' | 'brokenAt' | 'captureSize'>>;
/** What a test writes, and when (milliseconds after its start). */
type Script = { lines: Line[]; duration: number; success: boolean; results: Results; steps?: (WalkStep & { after: number })[] };
type Draw = (position: number) => number;

const SECOND = 1000;
/** Per cent of lost packets from which on a way is worn. */
const WORN = 1;
const MOST_HOPS = 30;
/** What answers no probe of a traceroute. */
const noHops: ReadonlySet<string> = new Set(['rules', 'name', 'farRules', 'service']);

/** The whole course of a test; the same for the same test, way and start. */
export function diagnosisScript(task: Task, way: Way, at: number): Script {
  const { kind, target } = task;
  const seed = seedOf(`${task.siteId}/${target}/${kind}/${at}`);
  const draw: Draw = (position) => share(seed, position);
  if (kind === 'walk') return walk(task, way);
  if (way.broken === 'device') return failed([`${kind} ${target}`, 'The device does not answer'], 3);
  if (way.broken === 'name') return failed([`${kind} ${target}`, `Could not resolve ${target}`], 2);
  return scripts[kind](task, way, draw);
}

function ping(task: Task, way: Way, draw: Draw): Script {
  const { address } = way;
  const head = `PING ${task.target} (${address}) 56 bytes of data`;
  return packets(task, way, draw, head, (n, ms) => `64 bytes from ${address}: icmp_seq=${n} ttl=55 time=${ms} ms`);
}

function tcping(task: Task, way: Way, draw: Draw): Script {
  const port = task.port ?? 443;
  return packets(task, way, draw, `TCPing ${task.target}:${port}`, (n, ms) => `${n}: connected to ${way.address}:${port} in ${ms} ms`);
}

function packets(
  { count = 5 }: Task,
  { latency, jitter, lossRate: loss }: Way,
  draw: Draw,
  head: string,
  answer: (n: number, ms: number) => string,
): Script {
  const times = Array.from({ length: count }, (_, index) =>
    draw(index + 10) * 100 < loss ? undefined : tenths(latency + jitter * (draw(index + 200) - 0.5)),
  );
  const got = times.filter((each) => each !== undefined);
  const lossRate = tenths(((count - got.length) / count) * 100);
  const mean = meanOf(got);
  const lines = [
    { after: 0, text: head },
    ...times.map((ms, index) => ({
      after: (index + 1) * SECOND,
      text: ms === undefined ? `${index + 1}: no answer` : answer(index + 1, ms),
    })),
    {
      after: (count + 1) * SECOND,
      text: `${count} sent, ${got.length} received, ${lossRate} % loss${mean === undefined ? '' : `, mean ${mean} ms`}`,
    },
  ];
  return { lines, duration: (count + 1) * SECOND, success: got.length > 0, results: { lossRate, ...measuredOnly({ latency: mean }) } };
}

/** The hops up to where the way is broken answer; behind it none does. */
function traceroute({ target }: Task, way: Way, draw: Draw): Script {
  const { address, gateway, latency, stages, broken } = way;
  const between = 2 + Math.floor(draw(0) * 5);
  const known = stages.filter(({ stage, broken: isEnd }) => !noHops.has(stage) && !isEnd);
  const hops = known.map(({ stage, latency: ms = 0 }, index) => ({ address: stage === 'device' ? gateway : `100.64.${index}.1`, ms }));
  const last = hops.at(-1)?.ms ?? 0;
  if (!broken) {
    for (let hop = 1; hop <= between; hop++)
      hops.push({ address: `203.0.113.${10 * hop + Math.floor(draw(hop) * 9)}`, ms: last + ((latency - last) * hop) / (between + 1) });
    hops.push({ address, ms: latency });
  }
  const lines: Line[] = [{ after: 0, text: `traceroute to ${target} (${address}), ${MOST_HOPS} hops max` }];
  for (const [index, hop] of hops.entries())
    lines.push({ after: (index + 1) * SECOND, text: `${index + 1}  ${hop.address}  ${tenths(hop.ms)} ms` });
  // so many that do not answer, and it gives up
  for (const silent of broken ? [1, 2, 3] : [])
    lines.push({ after: (hops.length + silent) * SECOND, text: `${hops.length + silent}  * * *` });
  return { lines, duration: lines.length * SECOND, success: !broken, results: broken ? {} : { latency: tenths(latency) } };
}

function dns({ target, dnsServer = '192.0.2.53' }: Task, way: Way, draw: Draw): Script {
  const ms = tenths(way.latency / 2 + 2 + draw(0) * 8);
  const head = { after: 0, text: `Query ${target} A at ${dnsServer}` };
  if (way.broken) return failed([head.text, `No answer from ${dnsServer} within 3 s`], 3);
  const lines = [head, { after: SECOND, text: `${target} 300 IN A ${way.address}` }, { after: SECOND, text: `answered in ${ms} ms` }];
  return { lines, duration: 2 * SECOND, success: true, results: { latency: ms } };
}

function http({ target, port = 443 }: Task, way: Way, draw: Draw): Script {
  const ms = tenths(3 * way.latency + 15 + draw(0) * 60);
  const head = { after: 0, text: `GET ${port === 80 ? 'http' : 'https'}://${target}:${port}/` };
  if (way.broken) return failed([head.text, `No answer from ${way.address} within 5 s`], 5);
  const lines = [
    head,
    { after: SECOND, text: `connected to ${way.address} in ${tenths(way.latency)} ms` },
    { after: 2 * SECOND, text: `HTTP 200, ${1 + Math.floor(draw(1) * 90)} kB in ${ms} ms` },
  ];
  return { lines, duration: 3 * SECOND, success: true, results: { latency: ms } };
}

/** What is free on the port, less what loss costs. */
function speedTest({ target }: Task, way: Way): Script {
  const head = { after: 0, text: `Speed test against ${target}` };
  if (way.broken) return failed([head.text, 'No answer within 5 s'], 5);
  const left = Math.max(0.05, 1 - way.lossRate / 20);
  const [download, upload] = [Math.round(way.down * left), Math.round(way.up * left)];
  const lines: Line[] = [head];
  for (let second = 1; second <= 5; second++)
    lines.push({ after: second * SECOND, text: `down ${Math.round(download * (0.7 + 0.06 * second))} Mbps` });
  for (let second = 6; second <= 10; second++)
    lines.push({ after: second * SECOND, text: `up ${Math.round(upload * (0.4 + 0.06 * second))} Mbps` });
  return { lines, duration: 11 * SECOND, success: true, results: { download, upload, latency: tenths(way.latency) } };
}

function capture(task: Task, way: Way): Script {
  const { wan = 'WAN', target, count = 100, port } = task;
  const lines = [
    { after: 0, text: `capture on ${wan}: host ${target}${port === undefined ? '' : ` and port ${port}`}, ${count} packets` },
    ...[1, 2, 3].map((second) => ({ after: second * SECOND, text: `${Math.round((count * second) / 4)} packets` })),
    { after: 4 * SECOND, text: `${count} packets captured` },
  ];
  return { lines, duration: 4 * SECOND, success: true, results: { captureSize: captured(task, way).byteLength } };
}

/** From the site to the service, one thing after the other, until one is broken. */
function walk({ target, port }: Task, { stages, broken, latency, lossRate }: Way): Script {
  const lines: Line[] = [{ after: 0, text: `walk to ${target}${port === undefined ? '' : `:${port}`}` }];
  const steps = stages.map((stage, index) => {
    lines.push({ after: (index + 1) * SECOND, text: `${stage.stage} ${stage.name}: ${lineOf(stage)}` });
    return { after: (index + 1) * SECOND, ...stepOf(stage) };
  });
  const results: Results = broken ? { brokenAt: broken, lossRate: 100 } : { latency: tenths(latency), lossRate: tenths(lossRate) };
  return { lines, steps, duration: (stages.length + 1) * SECOND, success: broken === undefined, results };
}

function stepOf({ stage, name, broken, latency, lossRate, rule }: Stage): WalkStep {
  const state = broken ? 'broken' : lossRate >= WORN ? 'degraded' : 'ok';
  return { stage, name, state, lossRate: tenths(lossRate), ...(latency === undefined ? {} : { latency: tenths(latency) }), ...rule };
}

function lineOf({ stage, broken, latency, lossRate, rule }: Stage): string {
  if (stage === 'rules' || stage === 'farRules') return `${broken ? 'denied' : 'passes'} by ${rule?.itemId ?? 'default'}`;
  return broken ? 'no answer' : `${latency === undefined ? 'ok' : `${tenths(latency)} ms`}, ${tenths(lossRate)} % loss`;
}

const scripts: Readonly<Record<Exclude<Task['kind'], 'walk'>, (task: Task, way: Way, draw: Draw) => Script>> = {
  ping,
  tcping,
  traceroute,
  dns,
  http,
  speedTest,
  capture,
};

function failed(texts: string[], seconds: number): Script {
  return { lines: texts.map((text, index) => ({ after: index * SECOND, text })), duration: seconds * SECOND, success: false, results: {} };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
