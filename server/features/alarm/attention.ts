import type { Entities } from '#generated/server/entities.ts';
import type { AlarmAttention } from '#generated/server/stored.ts';
import { hubsThatExplain } from '#server/features/alarm/behind.ts';
import { addressedBy, type Audience, audienceOf, enqueue } from '#server/features/alarm/notify/enqueue.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import { breathe } from '#server/store/breathe.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Services } from '#server/kernel/services.ts';

type Alert = Entities['Alert'];
type Window = Pick<Entities['MaintenanceWindow'], 'siteIds'> & { id: string };
type Quiet = { attention: AlarmAttention; suppressedBy?: string; maintenance?: string };
/** What decides about an alarm's attention, as the columns of its table have it. */
export type Firing = {
  alertId: string;
  code: string;
  siteId: string | undefined;
  deviceId: string | undefined;
  link: string | undefined;
  mutedUntil: number | undefined;
};

/** Without its device nothing of a site answers; without its circuit nothing comes over it. */
const DEVICE_DOWN = 'device.offline';
const LINK_DOWN = 'link.down';
/** Without its hubs a site is not reached, and has nobody to build tunnels to or to learn routes from. */
const overHubs: ReadonlySet<string> = new Set([DEVICE_DOWN, 'tunnel.down', 'tunnel.switch', 'routing.bgp', 'routing.ospf']);
const CHANGES_A_TRANSACTION = 200;
const MOST_WINDOWS = 10_000;

/** Why an alarm asks for nobody: it is muted, its site is worked on, or another alarm explains it: one of its site, or of its hubs. */
export function quietOf(alarm: Firing, others: readonly Firing[], windows: readonly Window[], now: number): Quiet {
  if (alarm.mutedUntil !== undefined && alarm.mutedUntil > now) return { attention: 'muted' };
  const { siteId } = alarm;
  const window = windows.find(({ siteIds = [] }) => siteIds.length === 0 || (siteId !== undefined && siteIds.includes(siteId)));
  if (window) return { attention: 'maintenance', maintenance: window.id };
  // the device explains the circuit, and what comes over it
  const isNear = (cause: Firing): boolean => cause.siteId === alarm.siteId;
  const causes = others.filter((other) => explains(other, alarm));
  const [cause] = (causes.some(isNear) ? causes.filter(isNear) : causes).toSorted(byRank);
  return cause ? { attention: 'suppressed', suppressedBy: cause.alertId } : { attention: 'due' };
}

function byRank(one: Firing, other: Firing): number {
  const [a, b] = [one, other].map(({ code }) => Number(code !== DEVICE_DOWN));
  return (a ?? 0) - (b ?? 0) || (one.alertId < other.alertId ? -1 : 1);
}

/** At one site: its device is down, or the circuit that the other alarm is about. At another: the hub that the site is behind. */
function explains(cause: Firing, alarm: Firing): boolean {
  if (cause.siteId !== alarm.siteId) return cause.code === DEVICE_DOWN && overHubs.has(alarm.code);
  if (cause.alertId === alarm.alertId || alarm.code === DEVICE_DOWN) return false;
  if (cause.code === DEVICE_DOWN) return alarm.deviceId === undefined || alarm.deviceId === cause.deviceId;
  return cause.code === LINK_DOWN && alarm.code !== LINK_DOWN && cause.link !== undefined && cause.link === alarm.link;
}

/** Something is down: only that explains anything. */
export const outageCodes: readonly string[] = [DEVICE_DOWN, LINK_DOWN];

export function explainsOthers(code: string): boolean {
  return outageCodes.includes(code);
}

/** Looks at every firing alarm of a company anew: something fired or cleared, a time to mute or to work ended. */
export async function settleAttention(services: Services, companyId: string): Promise<void> {
  const { store, system, clock } = services;
  const spec = store.spec('Alert');
  const now = clock.now();
  const among = [
    { path: 'companyId', in: [companyId] },
    { path: 'status', in: ['firing'] },
  ];
  const rows = await system.pluck(spec, among, [
    'alertId',
    'code',
    'neId',
    'deviceId',
    'link',
    'attention',
    'mutedUntil',
    'suppressedBy',
    'maintenance',
    'notified',
  ]);
  const firing = rows.map((row) => ({
    alertId: String(row.alertId),
    code: String(row.code),
    siteId: textOf(row.neId),
    deviceId: textOf(row.deviceId),
    link: textOf(row.link),
    mutedUntil: row.mutedUntil === null ? undefined : Number(row.mutedUntil),
    notified: row.notified === 1,
    was: { attention: textOf(row.attention), suppressedBy: textOf(row.suppressedBy), maintenance: textOf(row.maintenance) },
  }));
  const windows = await windowsNow(services, companyId, now);
  const causes = Map.groupBy(
    firing.filter(({ code }) => explainsOthers(code)),
    ({ siteId }) => siteId,
  );
  const hubs = await hubsThatExplain(services, companyId, {
    sites: new Set(firing.flatMap(({ code, siteId }) => (siteId !== undefined && overHubs.has(code) ? [siteId] : []))),
    offline: firing.filter(({ code }) => code === DEVICE_DOWN),
  });
  const changed = firing.flatMap(({ was, notified, ...alarm }): Noted[] => {
    const hub = hubs.get(alarm.siteId ?? '');
    const quiet = quietOf(alarm, [...(causes.get(alarm.siteId) ?? []), ...(hub ? [hub] : [])], windows, now);
    const isSame = was.attention === quiet.attention && was.suppressedBy === quiet.suppressedBy && was.maintenance === quiet.maintenance;
    // whoever is to hear of it does so once it asks for somebody
    const isNews = quiet.attention === 'due' && !notified;
    const asks = quiet.attention === 'due' && (isNews || was.attention !== 'due');
    return isSame && !isNews ? [] : [{ id: alarm.alertId, quiet, asks, ...(isNews ? { event: 'firing' } : {}) }];
  });
  const over = await system.pluck(spec, [{ path: 'companyId', in: [companyId] }, ...OVER], ['alertId']);
  const all = [...changed, ...over.map((row): Noted => ({ id: String(row.alertId), event: 'resolved' }))];
  if (all.length === 0) return;
  const audience = await audienceOf(services, companyId);
  for (let at = 0; at < all.length; at += CHANGES_A_TRANSACTION)
    await note(services, { companyId, audience, changes: all.slice(at, at + CHANGES_A_TRANSACTION) });
}

/** Resolved, and those who heard of it are to hear that, too. */
const OVER = [
  { path: 'status', in: ['resolved'] },
  { path: 'notified', in: [1] },
];
/** What changes of an alarm, and what is written about it. */
type Noted = {
  id: string;
  quiet?: Quiet;
  /** It begins to ask for attention, for the first time or again. */
  asks?: boolean;
  event?: 'firing' | 'resolved';
};

async function note(
  services: Services,
  { companyId, audience, changes }: { companyId: string; audience: Audience; changes: readonly Noted[] },
): Promise<void> {
  const { store, system, live } = services;
  const spec = store.spec('Alert');
  const noted = await system.write(async (tx) => {
    const docs: { doc: Alert; isNews: boolean }[] = [];
    for (const { id, quiet, asks = false, event } of changes) {
      await breathe();
      const stored = await tx.get(spec, id);
      if (!stored || (stored.doc.status === 'firing') !== (event !== 'resolved')) continue;
      const doc = notedDoc(stored.doc, quiet, event);
      await tx.annotate(spec, stored, doc);
      if (event) for (const to of addressedBy(audience, doc, event)) await enqueue(services, tx, { companyId, event, alert: doc, to });
      if (quiet) docs.push({ doc, isNews: asks });
    }
    return docs;
  });
  for (const { doc, isNews } of noted) {
    await breathe();
    await publishAlert(live, doc, { isNews });
  }
}

function notedDoc(doc: Alert, quiet: Quiet | undefined, event: Noted['event']): Alert {
  const rest = event === 'resolved' ? without(doc, 'notified') : event === 'firing' ? { ...doc, notified: true } : doc;
  return quiet ? { ...without(rest, ...quietNames, ...(quiet.attention === 'muted' ? [] : muteNames)), ...quiet } : rest;
}

const quietNames = ['attention', 'suppressedBy', 'maintenance'] as const;
const muteNames = ['mutedUntil', 'mutedBy'] as const;

async function windowsNow({ store, system }: Services, companyId: string, now: number): Promise<Window[]> {
  const found = await system.docs(store.spec('MaintenanceWindow'), {
    where: { companyId },
    ranges: [
      { path: 'startTime', to: now + 1 },
      { path: 'endTime', from: now + 1 },
    ],
    skip: 0,
    limit: MOST_WINDOWS,
  });
  return found.flatMap(({ id, siteIds }) => (id === undefined ? [] : [{ id, siteIds }]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
