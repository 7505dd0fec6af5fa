import { holds } from '#domain/packets/address-space.ts';
import { leastOf, mostOf, type AddressMatch, type ReadRule } from '#domain/packets/rule.ts';
import { MAX_PORT } from '#domain/formats/port.ts';
import { coversTime } from '#domain/packets/time.ts';

/** A rule that never decides: an earlier one fits whatever it fits. */
export type Covered = { rule: ReadRule; by: ReadRule };

/** The enabled rules that an earlier enabled one covers wholly, each with the first that does. */
export function coveredRules(rules: readonly ReadRule[]): Covered[] {
  const enabled = rules.filter((rule) => rule.enable);
  return enabled.flatMap((rule, at) => {
    const by = enabled.slice(0, at).find((earlier) => covers(earlier, rule));
    return by ? [{ rule, by }] : [];
  });
}

/** Whether one rule fits every packet that the other fits. */
export function covers(outer: ReadRule, inner: ReadRule): boolean {
  return (
    coversSet(outer.sites, inner.sites) &&
    coversValue(outer.srcZone, inner.srcZone) &&
    coversValue(outer.dstZone, inner.dstZone) &&
    coversValue(outer.protocol, inner.protocol) &&
    coversPorts(outer.srcPorts, inner.srcPorts) &&
    coversPorts(outer.dstPorts, inner.dstPorts) &&
    coversApps(outer.apps, inner.apps) &&
    coversTime(outer.time, inner.time) &&
    coversAddress(outer.source, inner.source) &&
    coversAddress(outer.destination, inner.destination)
  );
}

function coversValue(outer: unknown, inner: unknown): boolean {
  return outer === undefined || outer === inner;
}

function coversSet(outer: ReadonlySet<string> | undefined, inner: ReadonlySet<string> | undefined): boolean {
  return outer === undefined || (inner !== undefined && isPart(inner, outer));
}

function isPart(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  for (const each of inner) if (!outer.has(each)) return false;
  return true;
}

/** What sites add is counted against: the outer has its least, the inner its most. */
function coversAddress(outer: AddressMatch | undefined, inner: AddressMatch | undefined): boolean {
  if (!outer) return true;
  if (!inner) return false;
  if (outer.reference === inner.reference && outer.invert === inner.invert) return true;
  // a name may be asked for by any address: what an inverted place leaves out by name cannot be told by addresses
  if (outer.invert && (outer.base.domains.size > 0 || [...outer.bySite.values()].some((space) => space.domains.size > 0))) return false;
  return holds(leastOf(outer), mostOf(inner));
}

function coversPorts(outer: ReadRule['srcPorts'], inner: ReadRule['srcPorts']): boolean {
  if (!outer) return true;
  if (!inner) return false;
  const wide = spansOf(outer);
  return spansOf(inner).every(({ low, high }) => wide.some((span) => span.low <= low && high <= span.high));
}

/** Ports as ranges that are sorted and apart, inverted ones turned round. */
function spansOf({ ranges, invert }: NonNullable<ReadRule['srcPorts']>): { low: number; high: number }[] {
  const spans: { low: number; high: number }[] = [];
  for (const range of ranges.toSorted((a, b) => a.low - b.low)) {
    const last = spans.at(-1);
    if (last && range.low <= last.high + 1) last.high = Math.max(last.high, range.high);
    else spans.push({ ...range });
  }
  if (!invert) return spans;
  const rest: { low: number; high: number }[] = [];
  let low = 0;
  for (const span of spans) {
    if (low < span.low) rest.push({ low, high: span.low - 1 });
    low = span.high + 1;
  }
  if (low <= MAX_PORT) rest.push({ low, high: MAX_PORT });
  return rest;
}

function coversApps(outer: ReadRule['apps'], inner: ReadRule['apps']): boolean {
  if (!outer) return true;
  if (!inner) return false;
  return (
    isPart(inner.applications, outer.applications) && isPart(inner.categories, outer.categories) && isPart(inner.domains, outer.domains)
  );
}
