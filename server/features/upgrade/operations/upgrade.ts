import type { Draft } from '#server/store/items/typed.ts';
import type { Entities } from '#generated/server/entities.ts';
import { compareVersions } from '#domain/version.ts';
import { upgradeNothing, upgradeUnpublished, upgradeOver } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Handlers } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Acting, itemAction } from '#server/kernel/resource/action.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { ringsOf, upgradeCounts } from '#server/features/upgrade/upgrade-rings.ts';
import { scheduleUpgrade } from '#server/features/upgrade/upgrades.ts';
import type { Stored } from '#server/store/items/tables.ts';

type Policy = Entities['UpgradePolicy'];
type Row = Entities['DeviceUpgrade'];
type Release = Entities['Release'];
type Device = Entities['Device'];

const UNFINISHED: readonly Row['state'][] = ['assigned', 'pending', 'running'];
/** Policies that upgrade nothing any more. */
const ENDED: readonly Policy['state'][] = ['stopped', 'rollingBack', 'rolledBack'];

/** Upgrades in rings: planned, begun, paused, gone on with, rolled back and stopped; one device of them by itself as well. */
export const upgrades = {
  startUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const planned = await plan(doc, change);
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    const now = timestamp(change.call.services.clock.now());
    const { rings } = doc;
    const begun = { state: 'running' as const, currentRing: 0, ringName: rings[0]?.name ?? '', startedAt: now, failuresSince: now };
    return { ...doc, ...upgradeCounts(rings, planned), ...begun };
  }),
  pauseUpgradePolicy: itemAction('UpgradePolicy', (doc) => ({ ...doc, state: 'paused' })),
  resumeUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    return { ...doc, state: 'running', failuresSince: timestamp(change.call.services.clock.now() + 1000) };
  }),
  rollBackUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const counts = await putRows(doc, change, (row) => {
      if (row.direction === 'upgrade' && row.state === 'success') return reversed(row);
      if (row.direction === 'rollBack' && row.state === 'stopped') return { ...without(row, 'finishedAt'), state: 'pending' };
      return row.direction === 'upgrade' && UNFINISHED.includes(row.state) ? ended(row, change) : row;
    });
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    return { ...without(doc, 'finishedAt'), ...counts, state: 'rollingBack' };
  }),
  stopUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const counts = await putRows(doc, change, (row) => (row.state === 'assigned' || row.state === 'pending' ? ended(row, change) : row));
    return { ...doc, ...counts, state: 'stopped', finishedAt: timestamp(change.call.services.clock.now()) };
  }),

  pauseDeviceUpgrade: itemAction('DeviceUpgrade', (doc) => ({ ...doc, paused: true })),
  resumeDeviceUpgrade: itemAction('DeviceUpgrade', (doc) => ({ ...doc, paused: false })),
  retryDeviceUpgrade: itemAction('DeviceUpgrade', (doc, change) =>
    reopened({ ...without(doc, 'error', 'finishedAt', 'waitsFor'), state: 'pending', progress: 0, paused: false }, change),
  ),
  rollBackDeviceUpgrade: itemAction('DeviceUpgrade', (doc, change) => reopened(reversed(doc), change)),
} satisfies Handlers;

/** Writes down which device is in which ring; devices in another upgrade, and those that the release does not fit, are left out. */
async function plan(doc: Policy, change: Acting<'UpgradePolicy'>): Promise<Row[]> {
  const { call, tx } = change;
  const release = await tx.anyOf(call.services.store.spec('Release'), doc.releaseId);
  const version = release?.doc.version ?? '';
  if (release?.doc.state !== 'published') throw new ProblemError(upgradeUnpublished({ version }));
  const devices = await fitting(doc, release.doc, change);
  if (devices.length === 0) throw new ProblemError(upgradeNothing({ version }));
  const upgradesSpec = call.services.store.spec('DeviceUpgrade');
  const tags = await siteTags(devices, change);
  const { rings } = doc;
  const placed = ringsOf(
    rings,
    devices.map(({ id, doc: device }) => ({ id, tags: tags.get(device.siteId ?? '') ?? [] })),
  );
  const planned: Row[] = [];
  for (const device of devices) {
    const ring = placed.get(device.id);
    if (ring === undefined) continue;
    const { companyId, siteId, sn, model, softwareVersion = '' } = device.doc;
    const row = {
      policyId: change.before.id,
      deviceId: device.id,
      ...(siteId ? { siteId } : {}),
      companyId,
      sn,
      model,
      ring,
      ringName: rings[ring]?.name ?? '',
    };
    const task = { direction: 'upgrade' as const, fromVersion: softwareVersion, toVersion: version };
    const waiting = { state: 'assigned' as const, paused: false, progress: 0, attempts: 0 };
    const { doc: stored } = await tx
      .asServer()
      .insert(upgradesSpec, { id: newId(), ...row, ...task, ...waiting }, {}, call.served.operation.id);
    planned.push(stored);
  }
  if (planned.length === 0) throw new ProblemError(upgradeNothing({ version }));
  return planned;
}

/** Devices at sites that the caller reaches, of the release's models, older than it and not too old, in no other upgrade. */
async function fitting(doc: Policy, release: Release, { call, tx }: Pick<Change, 'call' | 'tx'>): Promise<Stored<Device>[]> {
  const { store } = call.services;
  const busy = await tx.find(store.spec('DeviceUpgrade'), { state: UNFINISHED });
  const taken = new Set(busy.map((row) => row.doc.deviceId));
  const devices = store.spec('Device');
  const found: Stored<Device>[] = [];
  for (const { id, owner, doc: device } of await tx.find(devices, { model: release.models })) {
    const meant = !doc.companyIds?.length || doc.companyIds.includes(owner ?? '');
    if (!meant || device.siteId === undefined || taken.has(id) || !isOlder(device.softwareVersion, release)) continue;
    const reached = await tx.get(devices, id);
    if (reached) found.push(reached);
  }
  return found;
}

function isOlder(present: string | undefined, { version, minVersion: least }: Release): boolean {
  if (present === undefined || present === '') return false;
  if (least !== undefined && least !== '' && (compareVersions(present, least) ?? -1) < 0) return false;
  // a device whose version nobody can read is not known to be older
  return (compareVersions(present, version) ?? 0) < 0;
}

async function siteTags(devices: readonly Stored<Device>[], { call, tx }: Pick<Change, 'call' | 'tx'>): Promise<Map<string, string[]>> {
  const spec = call.services.store.spec('Site');
  const tags = new Map<string, string[]>();
  for (const id of new Set(devices.flatMap(({ doc }) => doc.siteId ?? []))) {
    const site = await tx.anyOf(spec, id);
    tags.set(id, site?.doc.siteTag ?? []);
  }
  return tags;
}

/**
 * A policy that was done has something to do again. Where it was ended or taken back no device is upgraded any more; single
 * devices go back by themselves whatever became of it.
 */
async function reopened(doc: Draft<'DeviceUpgrade'>, change: Acting<'DeviceUpgrade'>): Promise<Draft<'DeviceUpgrade'>> {
  const { call, tx, before } = change;
  const spec = call.services.store.spec('UpgradePolicy');
  const policy = await tx.anyOf(spec, doc.policyId);
  if (!policy) return doc;
  const { name, state } = policy.doc;
  if (doc.direction === 'upgrade' && ENDED.includes(state))
    throw new ProblemError(upgradeOver({ policy: name, state: valueLabel(call, spec.resource.file, 'state', state) }));
  const rows = (await rowsOf(policy.id, change)).map((row) => (row.id === before.id ? doc : row.doc));
  const counted = { ...policy.doc, ...upgradeCounts(policy.doc.rings, rows) };
  const server = tx.asServer();
  if (state === 'complete') {
    const again = { ...without(counted, 'finishedAt'), state: 'running' as const };
    await server.update(spec, policy, again, policy.secret, call.served.operation.id);
  } else await server.annotate(spec, policy, counted);
  await scheduleUpgrade(call.services, policy.id, tx.db);
  return doc;
}

function rowsOf(policyId: string, { call, tx }: Pick<Change, 'call' | 'tx'>): Promise<Stored<Row>[]> {
  return tx.find(call.services.store.spec('DeviceUpgrade'), { policyId });
}

/** Changes rows of a policy, and answers how many there are of which kind then. */
async function putRows(
  policy: Policy,
  change: Acting<'UpgradePolicy'>,
  become: (row: Row) => Draft<'DeviceUpgrade'>,
): Promise<ReturnType<typeof upgradeCounts>> {
  const { call, tx, before } = change;
  const spec = call.services.store.spec('DeviceUpgrade');
  const docs: Draft<'DeviceUpgrade'>[] = [];
  for (const row of await rowsOf(before.id, change)) {
    const doc = become(row.doc);
    if (doc !== row.doc) await tx.asServer().update(spec, row, doc, row.secret, call.served.operation.id);
    docs.push(doc);
  }
  return upgradeCounts(policy.rings, docs);
}

/** The way back: to the version that the device had. */
function reversed(doc: Row): Draft<'DeviceUpgrade'> {
  const { fromVersion = '', toVersion } = doc;
  const back = { direction: 'rollBack' as const, fromVersion: toVersion, toVersion: fromVersion };
  return { ...without(doc, 'error', 'finishedAt', 'startedAt', 'waitsFor'), ...back, state: 'pending', paused: false, progress: 0 };
}

/** Nothing went wrong with it: somebody ended the upgrade before it came to it. */
function ended(doc: Row, { call }: Pick<Change, 'call'>): Draft<'DeviceUpgrade'> {
  return { ...without(doc, 'waitsFor'), state: 'stopped', finishedAt: timestamp(call.services.clock.now()) };
}
