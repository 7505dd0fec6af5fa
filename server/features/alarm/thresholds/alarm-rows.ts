import { createHash } from 'node:crypto';

import { codeNamed, severityOf } from '#server/features/alarm/alert-codes.ts';
import { type Condition, type Turn } from '#server/features/alarm/thresholds/condition.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Draft } from '#server/store/items/typed.ts';
import { type Place } from '#server/telemetry/port.ts';

/** Who an alert without a person behind it is resolved by. */
export const SYSTEM = 'system';

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

/** What changes of an alarm that clears by itself. */
export function cleared(at: number): { status: 'resolved'; resolvedAt: string; resolvedBy: string } {
  return { status: 'resolved', resolvedAt: timestamp(at), resolvedBy: SYSTEM };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
