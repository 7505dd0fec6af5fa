import { instantOf } from '#domain/units/date-time.ts';

/** What a user holds: permission ids, company ids, region ids or names. */
export type Holdings = { scopes: readonly string[]; companies: readonly string[]; regions: readonly string[] };

/** A delegation (spec 3): what it grants for a period. Times as on the wire: RFC 3339 or seconds. */
export type Entrust = {
  startTime: string | number;
  endTime: string | number;
  roles?: readonly { scopes?: readonly string[] }[];
  companies?: readonly string[];
  regions?: readonly string[];
};

/** Whether the delegation runs at `now` (milliseconds), both ends included. A time that cannot be read never runs. */
export function isRunning(entrust: Entrust, now: number): boolean {
  const start = instantOf(entrust.startTime);
  const end = instantOf(entrust.endTime);
  return start !== undefined && end !== undefined && start <= now && now <= end;
}

/** What a delegation is at `now`, if nobody revoked it. */
export function entrustStatus(entrust: Entrust, now: number): 'scheduled' | 'running' | 'complete' {
  const [start = 0, end = 0] = [instantOf(entrust.startTime), instantOf(entrust.endTime)];
  return now >= end ? 'complete' : now < start ? 'scheduled' : 'running';
}

/** The user's own holdings with those of the delegations that run at `now` (milliseconds), without duplicates (spec 4). */
export function mergeEntrusts<User extends Holdings>(user: User, entrusts: readonly Entrust[], now: number): User {
  const running = entrusts.filter((entrust) => isRunning(entrust, now));
  return {
    ...user,
    scopes: distinct(
      user.scopes,
      running.flatMap((entrust) => entrust.roles ?? []).flatMap((role) => role.scopes ?? []),
    ),
    companies: distinct(
      user.companies,
      running.flatMap((entrust) => entrust.companies ?? []),
    ),
    regions: distinct(
      user.regions,
      running.flatMap((entrust) => entrust.regions ?? []),
    ),
  };
}

function distinct(own: readonly string[], granted: readonly string[]): string[] {
  return [...new Set([...own, ...granted])];
}
