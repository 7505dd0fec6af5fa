import { asText } from '#domain/json.ts';
import { severities } from '#domain/alert-severity.ts';
import type { AlertSeverity, AlarmCause } from '#generated/server/stored.ts';
import { alertName } from '#server/features/alarm/alert-codes.ts';
import type { Call } from '#server/kernel/handler.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { SqlValue } from '#server/store/items/tables.ts';
import type { Among } from '#server/store/query/reach.ts';

const FIRST_SITES = 20;
/** So long a chain of causes is none. */
const MOST_STEPS = 20;

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
  const rows = await handle.pluck(
    services.store.spec('Alert'),
    [...among, { path: 'status', in: ['firing'] }, { path: 'attention', in: ['due', 'suppressed'] }],
    ['alertId', 'code', 'name', 'severity', 'neId', 'raisedAt', 'attention', 'suppressedBy', 'neId.city'],
  );
  const due = rows.filter(({ attention }) => attention === 'due');
  const codes = new Map(due.map(({ alertId, code }) => [alertId, String(code)]));
  const suppressed = rows.filter(({ attention }) => attention === 'suppressed');
  const parents = new Map(suppressed.map(({ alertId, suppressedBy }) => [alertId, suppressedBy]));
  // a circuit is explained by its device, and that by its hub: what asks for attention stands at the end
  const root = (id: SqlValue): SqlValue => {
    let [at, steps] = [id, 0];
    for (let above = parents.get(at); above !== undefined && steps < MOST_STEPS; above = parents.get(at), steps++) at = above;
    return at;
  };
  const explained = Map.groupBy(suppressed, ({ alertId }) => codes.get(root(alertId)));
  const alarms = due.map(dueOf).toSorted((a, b) => a.raisedAt - b.raisedAt);
  const causes = [...Map.groupBy(alarms, ({ code }) => code)].map(([code, own]): AlarmCause => {
    const sites = new Set(own.flatMap(({ siteId }) => siteId ?? []));
    return {
      code,
      name: alertName(code, language, own[0]?.name ?? code),
      severity: severities.find((each) => own.some(({ severity }) => severity === each)) ?? 'Warning',
      count: own.length,
      sites: sites.size,
      since: timestamp(own[0]?.raisedAt ?? 0),
      explained: explained.get(code)?.length ?? 0,
      siteIds: [...sites].slice(0, FIRST_SITES),
    };
  });
  const rank = ({ severity }: AlarmCause): number => severities.indexOf(severity);
  return {
    causes: causes.toSorted((a, b) => rank(a) - rank(b) || b.count - a.count || (a.code < b.code ? -1 : 1)),
    alarms,
  };
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
