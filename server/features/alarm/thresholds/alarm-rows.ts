import { createHash } from 'node:crypto';

import { codeNamed, severityOf } from '#server/features/alarm/alert-codes.ts';
import type { Condition, Turn } from '#server/features/alarm/thresholds/condition.ts';
import { without } from '#server/kernel/resource/without.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Draft } from '#server/store/items/typed.ts';
import type { Place } from '#server/telemetry/port.ts';

/** Who an alert without a person behind it is resolved by. */
export const SYSTEM = 'system';

type Alert = Draft<'Alert'>;

/** What a threshold is compared at: a port, or the device of a site. */
export type Spot = { place: Place; link?: string };

/** The alarm of a threshold that is passed, with its evidence. */
export function measuredAlarm(condition: Condition, { place, link }: Spot, { at, since, worst }: Turn): Draft<'Alert'> {
  const { code, measure, threshold, level } = condition;
  const { name, unit, cause } = codeNamed(code);
  const value = tenths(worst);
  return {
    alertId: `al-${createHash('sha256')
      .update(`${place.siteId} ${link ?? ''} ${code} ${at}`)
      .digest('hex')
      .slice(0, 24)}`,
    companyId: place.companyId,
    neId: place.siteId,
    ...(place.deviceId === undefined ? {} : { deviceId: place.deviceId }),
    code,
    name,
    severity: severityOf[level],
    status: 'firing',
    attention: 'due',
    acknowledged: false,
    detail: cause(value, link),
    origin: 'measured',
    measure,
    ...(link === undefined ? {} : { link }),
    value,
    threshold,
    ...(unit === undefined ? {} : { unit }),
    since: timestamp(since),
    raisedAt: timestamp(at),
  };
}

/** An alarm that clears by itself at an instant (milliseconds). */
export function clearedAlarm(doc: Alert, at: number): Alert {
  return resolvedAlarm(doc, timestamp(at), SYSTEM);
}

/** What does not fire asks for nobody any more. */
export function resolvedAlarm(doc: Alert, at: string, by: string): Alert {
  const rest = without(doc, 'attention', 'mutedUntil', 'mutedBy', 'suppressedBy', 'maintenance');
  return { ...rest, status: 'resolved', resolvedAt: at, resolvedBy: by };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
