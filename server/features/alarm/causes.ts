import { asText } from '#domain/json.ts';
import { due } from '#domain/alert-due.ts';
import { severities } from '#domain/alert-severity.ts';
import type { AlertSeverity, AlarmCause } from '#generated/server/stored.ts';
import { alertName } from '#server/features/alarm/alert-codes.ts';
import { named } from '#server/features/alarm/behind.ts';
import type { Call } from '#server/kernel/handler.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { SqlValue } from '#server/store/items/tables.ts';
import type { Among } from '#server/store/query/reach.ts';

const FIRST_SITES = 20;
/** So long a chain of causes is none. */
const MOST_STEPS = 20;
const quiet: Among[] = [{ path: 'attention', in: ['suppressed'] }];

type Due = { code: string; name: string; severity: AlertSeverity; siteId: string | undefined; city: string; raisedAt: number };

/**
 * What asks for attention by its code, the gravest and most frequent first: how often, at how many sites, since when, and how many
 * others it explains. Beside it the same alarms, each with its site.
 */
export async function causesOf(
  { services, language }: Pick<Call, 'services' | 'language'>,
  handle: Handle,
  among: readonly Among[],
): Promise<{ causes: AlarmCause[]; alarms: readonly Due[] }> {
  const spec = services.store.spec('Alert');
  const firing: Among[] = [...among, { path: 'status', in: ['firing'] }];
  const [asking, suppressed] = await Promise.all([
    handle.pluck(spec, [...among, ...due], ['alertId', 'code', 'name', 'severity', 'neId', 'raisedAt', 'neId.city']),
    handle.tallies(spec, { among: [...firing, ...quiet], by: ['suppressedBy'] }),
  ]);
  const explained = await explainedOf(
    new Map(asking.map(({ alertId, code }) => [alertId, String(code)])),
    new Map(suppressed.map(({ of, count }) => [of.suppressedBy, count])),
    (ids) => handle.pluck(spec, [...firing, ...quiet, ...named('alertId', ids)], ['alertId', 'suppressedBy']),
  );
  const alarms = asking.map(dueOf).toSorted((a, b) => a.raisedAt - b.raisedAt);
  const causes = [...Map.groupBy(alarms, ({ code }) => code)].map(([code, own]): AlarmCause => {
    const sites = new Set(own.flatMap(({ siteId }) => siteId ?? []));
    return {
      code,
      name: alertName(code, language, own[0]?.name ?? code),
      severity: severities.find((each) => own.some(({ severity }) => severity === each)) ?? 'Warning',
      count: own.length,
      sites: sites.size,
      since: timestamp(own[0]?.raisedAt ?? 0),
      explained: explained.get(code) ?? 0,
      siteIds: [...sites].slice(0, FIRST_SITES),
    };
  });
  const rank = ({ severity }: AlarmCause): number => severities.indexOf(severity);
  return {
    causes: causes.toSorted((a, b) => rank(a) - rank(b) || b.count - a.count || (a.code < b.code ? -1 : 1)),
    alarms,
  };
}

/**
 * How many alarms each code explains. A circuit is explained by its device, and that by its hub: what asks for attention stands at the end.
 *
 * @param codes of what asks for attention, by its id
 * @param quieted how many alarms each one explains itself
 * @param parentsOf by what those of these that are explained themselves are
 */
async function explainedOf(
  codes: ReadonlyMap<SqlValue, string>,
  quieted: ReadonlyMap<SqlValue, number>,
  parentsOf: (ids: string[]) => Promise<Record<'alertId' | 'suppressedBy', SqlValue>[]>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  let open = quieted;
  for (let steps = 0; steps < MOST_STEPS && open.size > 0; steps++) {
    const above: string[] = [];
    for (const [id, count] of open) {
      const code = codes.get(id);
      if (code !== undefined) found.set(code, (found.get(code) ?? 0) + count);
      else if (typeof id === 'string') above.push(id);
    }
    const next = new Map<SqlValue, number>();
    for (const { alertId, suppressedBy } of above.length === 0 ? [] : await parentsOf(above)) {
      const count = open.get(alertId);
      if (count !== undefined && !codes.has(alertId)) next.set(suppressedBy, (next.get(suppressedBy) ?? 0) + count);
    }
    open = next;
  }
  return found;
}

function dueOf({ code, name, severity, neId, raisedAt, 'neId.city': city }: Record<string, SqlValue>): Due {
  return {
    code: String(code),
    name: String(name),
    severity: severities.find((each) => each === severity) ?? 'Warning',
    siteId: typeof neId === 'string' ? neId : undefined,
    city: asText(city) ?? '',
    raisedAt: Number(raisedAt),
  };
}
