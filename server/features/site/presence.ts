import { asNumber, asObject, asText } from '#domain/json.ts';
import type { Services } from '#server/kernel/services.ts';
import { without } from '#server/kernel/resource/without.ts';
import { breathe } from '#server/store/breathe.ts';
import { timestamp } from '#server/store/clock.ts';
import { setSetting, settingOf } from '#server/store/platform/settings.ts';
import { type DocOf, docOf } from '#server/store/items/typed.ts';
import { silentFrom } from '#server/features/site/places.ts';

const NAME = 'device.presence';
const MOST = 40_000;
/** After a longer rest nobody looks for when a device was seen last. */
const LONGEST_REST_MS = 8 * 60 * 60 * 1000;
/** When a device that goes on was seen last is noted so often. */
const NOTED_MS = 5 * 60_000;
const CHANGES_A_TRANSACTION = 100;

const properties = ['deviceId', 'siteId', 'sn', 'role', 'state', 'lastSeenAt'] as const;
type Device = Pick<DocOf<'Device'>, (typeof properties)[number]>;
type Change = Partial<Pick<DocOf<'Device'>, 'state' | 'reachability' | 'lastSeenAt'>>;

/** `to`: until when devices were looked for; `since`: from when on readings came in without a break; `source`: of whom. */
type Watermark = { to?: number | undefined; since?: number | undefined; source?: string | undefined };

/**
 * What devices report decides whether they are online. Silence counts only while others are heard: where the store does not
 * answer, or has nothing new of anybody, nothing is known of a single device. Answers whether readings come in.
 */
export async function followDevices(services: Services): Promise<boolean> {
  const { store, system, clock, telemetry } = services;
  if (telemetry.source === 'none') return true;
  const to = clock.now() - telemetry.lag;
  const known = watermarkOf(await settingOf(store.engine.read, NAME));
  let devices = await devicesAtSites(services);
  const from = Math.max(to - LONGEST_REST_MS, Math.min(known.to ?? 0, to - 2 * telemetry.silence));
  const units = devices.map((device) => ({ ...device, primary: device.role === 'primary', silentFrom: silentFrom(device) }));
  const seen = units.length === 0 ? new Map<string, number>() : await telemetry.seen({ units, from, to });
  const source = seen === undefined ? known.source : telemetry.source;
  // what was seen by somebody else, as in the demo network, is nothing that the store ever heard
  if (seen && telemetry.source === 'store' && (known.to === undefined || known.source === 'demo')) {
    await forgetUnheard(
      services,
      devices.filter(({ deviceId }) => !seen.has(deviceId)),
    );
    devices = await devicesAtSites(services);
  }
  const isFresh = ({ deviceId }: Device): boolean => (seen?.get(deviceId) ?? 0) > to - telemetry.silence;
  const online = devices.filter(isOnline);
  const isHeard = seen !== undefined && (online.length < 2 || devices.some(isFresh));
  const since = isHeard ? (known.since ?? to) : undefined;
  await store.engine.write((tx) => setSetting(tx, NAME, JSON.stringify({ to: isHeard ? to : known.to, since, source })));
  if (since === undefined) return false;
  const changes = devices.flatMap((device): [id: string, change: Change][] => {
    const heard = seen?.get(device.deviceId);
    const change = isFresh(device) ? whereHeard(device, heard ?? to) : whereSilent(device, heard, to - telemetry.silence - since);
    return change ? [[device.deviceId, change]] : [];
  });
  const [spec, sites] = [store.spec('Device'), store.spec('Site')];
  for (let at = 0; at < changes.length; at += CHANGES_A_TRANSACTION)
    await system.write(async (tx) => {
      for (const [id, change] of changes.slice(at, at + CHANGES_A_TRANSACTION)) {
        await breathe();
        const stored = await tx.get(spec, id);
        // one that was taken from its site meanwhile is nobody's to report
        if (!stored?.doc.siteId) continue;
        await tx.annotate(spec, stored, { ...stored.doc, ...change });
        // a site shows what its first device is
        const { state, reachability } = change;
        const site = state === undefined || stored.doc.role !== 'primary' ? undefined : await tx.get(sites, stored.doc.siteId);
        if (site) await tx.annotate(sites, site, { ...site.doc, ...(state ? { state } : {}), ...(reachability ? { reachability } : {}) });
      }
    });
  return true;
}

/** Devices of which nothing was ever reported to whoever is asked now: nobody knows whether they are there. */
async function forgetUnheard({ store, system }: Services, devices: readonly Device[]): Promise<void> {
  const [spec, sites] = [store.spec('Device'), store.spec('Site')];
  const ids = devices.flatMap(({ deviceId, state, lastSeenAt }) => (isOnline({ state }) || lastSeenAt !== undefined ? [deviceId] : []));
  for (let at = 0; at < ids.length; at += CHANGES_A_TRANSACTION)
    await system.write(async (tx) => {
      for (const id of ids.slice(at, at + CHANGES_A_TRANSACTION)) {
        await breathe();
        const stored = await tx.get(spec, id);
        if (!stored) continue;
        await tx.annotate(spec, stored, { ...without(stored.doc, 'reachability', 'lastSeenAt'), state: 'CONFIGURED' });
        const site = stored.doc.role === 'primary' ? await tx.get(sites, stored.doc.siteId ?? '') : undefined;
        if (site) await tx.annotate(sites, site, { ...without(site.doc, 'reachability'), state: 'CONFIGURED' });
      }
    });
}

function isOnline({ state }: Pick<Device, 'state'>): boolean {
  return state === 'ONLINE' || state === 'EXCEPTION';
}

function whereHeard(device: Device, at: number): Change | undefined {
  if (!isOnline(device)) return { state: 'ONLINE', reachability: 'reachable', lastSeenAt: timestamp(at) };
  return device.lastSeenAt === undefined || at - Date.parse(device.lastSeenAt) >= NOTED_MS ? { lastSeenAt: timestamp(at) } : undefined;
}

/** `patience`: milliseconds for which readings have come in longer than the silence that is borne. Who never reported stays unknown. */
function whereSilent(device: Device, heard: number | undefined, patience: number): Change | undefined {
  if (!isOnline(device) || patience < 0) return undefined;
  return { state: 'OFFLINE', reachability: 'unreachable', ...(heard === undefined ? {} : { lastSeenAt: timestamp(heard) }) };
}

async function devicesAtSites({ store, system }: Services): Promise<(Device & { siteId: string; site: string })[]> {
  const [sites, devices] = [store.spec('Site'), store.spec('Device')];
  const [named, standing] = await Promise.all([
    system.pluck(sites, [], ['siteId', 'name']),
    system.list(devices, { only: properties, skip: 0, limit: MOST }),
  ]);
  const names = new Map(named.map(({ siteId, name }) => [String(siteId), String(name)]));
  const found: (Device & { siteId: string; site: string })[] = [];
  for (const { text } of standing.rows) {
    await breathe();
    const device = docOf(devices, text);
    const { siteId = '' } = device;
    const site = names.get(siteId);
    if (site !== undefined) found.push({ ...device, siteId, site });
  }
  return found;
}

function watermarkOf(text: string | undefined): Watermark {
  if (text === undefined) return {};
  const { to, since, source } = asObject(JSON.parse(text));
  return { to: asNumber(to), since: asNumber(since), source: asText(source) };
}
