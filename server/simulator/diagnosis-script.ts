import { type Json } from '#domain/model.ts';
import { meanOf, measuredOnly } from '#server/simulator/probe.ts';
import { seedOf, share } from '#server/kernel/draw.ts';

type Line = { after: number; text: string };
/** What a test writes, and when (milliseconds after its start). */
type Script = { lines: Line[]; duration: number; success: boolean; results: Record<string, Json> };
type Task = Record<string, Json>;
type Draw = (position: number) => number;

const SECOND = 1000;

/** The whole course of a test; the same for the same test and start. */
export function diagnosisScript(task: Task, { reachable, at }: { reachable: boolean; at: number }): Script {
  const kind = String(task.kind);
  const target = String(task.target);
  const seed = seedOf(`${String(task.siteId)}/${target}/${kind}/${at}`);
  const draw: Draw = (position) => share(seed, position);
  if (!reachable) return failed([`${kind} ${target}`, 'The device does not answer'], 3);
  // names that exist nowhere (RFC 2606)
  if (/\.?invalid$/.test(target)) return failed([`${kind} ${target}`, `Could not resolve ${target}`], 2);
  return (scripts[kind] ?? ping)(task, target, draw);
}

function ping(task: Task, target: string, draw: Draw): Script {
  return packets(
    task,
    draw,
    `PING ${target} (${addressOf(target)}) 56 bytes of data`,
    (n, ms) => `64 bytes from ${addressOf(target)}: icmp_seq=${n} ttl=55 time=${ms} ms`,
  );
}

function tcping(task: Task, target: string, draw: Draw): Script {
  const port = Number(task.port ?? 443);
  return packets(task, draw, `TCPing ${target}:${port}`, (n, ms) => `${n}: connected to ${addressOf(target)}:${port} in ${ms} ms`);
}

function packets(task: Task, draw: Draw, head: string, answer: (n: number, ms: number) => string): Script {
  const count = Number(task.count ?? 5);
  const base = 6 + 60 * draw(0);
  const times = Array.from({ length: count }, (_, index) =>
    draw(index + 10) < 0.03 ? undefined : tenths(base * (0.92 + 0.25 * draw(index + 200))),
  );
  const got = times.filter((each) => each !== undefined);
  const lossRate = tenths(((count - got.length) / count) * 100);
  const latency = meanOf(got);
  const lines = [
    { after: 0, text: head },
    ...times.map((ms, index) => ({
      after: (index + 1) * SECOND,
      text: ms === undefined ? `${index + 1}: no answer` : answer(index + 1, ms),
    })),
    {
      after: (count + 1) * SECOND,
      text: `${count} sent, ${got.length} received, ${lossRate} % loss${latency === undefined ? '' : `, mean ${latency} ms`}`,
    },
  ];
  return { lines, duration: (count + 1) * SECOND, success: got.length > 0, results: { lossRate, ...measuredOnly({ latency }) } };
}

function traceroute(_task: Task, target: string, draw: Draw): Script {
  const hops = 5 + Math.floor(draw(0) * 8);
  let ms = 0;
  const lines: Line[] = [{ after: 0, text: `traceroute to ${target} (${addressOf(target)}), 30 hops max` }];
  for (let hop = 1; hop <= hops; hop++) {
    ms += 0.4 + draw(hop) * 7;
    const address = hop === hops ? addressOf(target) : `100.64.${hop}.${1 + Math.floor(draw(hop + 50) * 250)}`;
    lines.push({
      after: hop * SECOND,
      text: draw(hop + 100) < 0.1 && hop < hops ? `${hop}  * * *` : `${hop}  ${address}  ${tenths(ms)} ms`,
    });
  }
  return { lines, duration: (hops + 1) * SECOND, success: true, results: { latency: tenths(ms) } };
}

function dns(task: Task, target: string, draw: Draw): Script {
  const ms = tenths(2 + draw(0) * 40);
  const server = String(task.dnsServer ?? '192.0.2.53');
  const lines = [
    { after: 0, text: `Query ${target} A at ${server}` },
    { after: SECOND, text: `${target} 300 IN A ${addressOf(target)}` },
    { after: SECOND, text: `answered in ${ms} ms` },
  ];
  return { lines, duration: 2 * SECOND, success: true, results: { latency: ms } };
}

function http(task: Task, target: string, draw: Draw): Script {
  const ms = tenths(30 + draw(0) * 300);
  const port = Number(task.port ?? 443);
  const lines = [
    { after: 0, text: `GET ${port === 80 ? 'http' : 'https'}://${target}:${port}/` },
    { after: SECOND, text: `connected to ${addressOf(target)} in ${tenths(ms / 6)} ms` },
    { after: 2 * SECOND, text: `HTTP 200, ${1 + Math.floor(draw(1) * 90)} kB in ${ms} ms` },
  ];
  return { lines, duration: 3 * SECOND, success: true, results: { latency: ms } };
}

function speedTest(_task: Task, target: string, draw: Draw): Script {
  const [download, upload] = [Math.round(30 + draw(0) * 460), Math.round(10 + draw(1) * 110)];
  const lines: Line[] = [{ after: 0, text: `Speed test against ${target}` }];
  for (let second = 1; second <= 5; second++)
    lines.push({ after: second * SECOND, text: `down ${Math.round(download * (0.7 + 0.06 * second))} Mbps` });
  for (let second = 6; second <= 10; second++)
    lines.push({ after: second * SECOND, text: `up ${Math.round(upload * (0.4 + 0.06 * second))} Mbps` });
  const latency = tenths(4 + draw(2) * 30);
  return { lines, duration: 11 * SECOND, success: true, results: { download, upload, latency } };
}

const scripts: Readonly<Record<string, typeof ping>> = { ping, tcping, traceroute, dns, http, speedTest };

function failed(texts: string[], seconds: number): Script {
  return { lines: texts.map((text, index) => ({ after: index * SECOND, text })), duration: seconds * SECOND, success: false, results: {} };
}

/** An address of the documentation range stands for every name. */
function addressOf(target: string): string {
  return /^[\d.]+$/.test(target) ? target : `198.51.100.${1 + (seedOf(target) % 250)}`;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
