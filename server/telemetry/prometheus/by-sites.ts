import type { Window } from '#server/telemetry/port.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import type { SampleStream } from '#server/telemetry/prometheus/query.ts';

/** Sites that one query names, and queries that run side by side. */
export const SITES_A_QUERY = 500;
const QUERIES_AT_ONCE = 4;

/** A query for so many sites at a time, some of them side by side. */
export async function bySites(
  config: PrometheusConfig,
  names: readonly string[],
  link: string | undefined,
  ask: (selector: string) => Promise<SampleStream[]>,
): Promise<SampleStream[]> {
  const parts: string[][] = [];
  for (let at = 0; at < names.length; at += SITES_A_QUERY) parts.push(names.slice(at, at + SITES_A_QUERY));
  const found: SampleStream[] = [];
  for (let at = 0; at < parts.length; at += QUERIES_AT_ONCE) {
    const some = await Promise.all(parts.slice(at, at + QUERIES_AT_ONCE).map((part) => ask(selectorOf(config, part, link))));
    found.push(...some.flat());
  }
  return found;
}

function selectorOf({ labels }: PrometheusConfig, sites: readonly string[], link: string | undefined): string {
  const site = sites.length === 1 ? `${labels.site}=${quoted(sites[0] ?? '')}` : `${labels.site}=~${quoted(sites.map(plain).join('|'))}`;
  return link === undefined ? site : `${site},${labels.interface}=${quoted(link)}`;
}

/** A text as a PromQL string. */
export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** A text that a regular expression takes for itself. */
export function plain(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

export function filled(template: string, selector: string, config: PrometheusConfig, { from, to, points }: Window): string {
  const covered = Math.max(config.window, (to - from) / 1000 / points);
  return template
    .replaceAll('$selector', () => selector)
    .replaceAll('$target', () => config.labels.target)
    .replaceAll('$window', `${Math.ceil(covered)}s`);
}
