import { asText, type JsonObject } from '#domain/json.ts';
import { withValues } from '#panels/panel-call.ts';
import { type TimeState, writeTime } from '#time/time-state.ts';

/** The address of a page of measurements at the time of the dashboard: a tab of it, narrowed by parameters of its panels. */
export function measuredAt(
  path: string,
  time: TimeState,
  { tab, ...values }: { tab?: string; siteId?: string | undefined; interface?: string | undefined } = {},
): string {
  let search = writeTime(new URLSearchParams(tab === undefined ? {} : { tab }), time);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search = withValues(search, name, [value]);
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}

const due = 'f.status=firing&f.attention=due';

/** The alarms of a cause. */
export function alarmsOf(row: JsonObject): string {
  return `/alarm?${due}&f.code=${encodeURIComponent(asText(row['code']) ?? '')}`;
}

/** The sites of a cause: however many they are, the list finds them itself. */
export function sitesOf(row: JsonObject): string {
  return `/site?f.alarm=${encodeURIComponent(asText(row['code']) ?? '')}`;
}
