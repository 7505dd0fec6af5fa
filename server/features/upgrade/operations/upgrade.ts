import { compareVersions } from '#domain/version.ts';
import { upgradeNothing, upgradeUnpublished, upgradeOver } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Handler } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { itemAction } from '#server/kernel/resource/action.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { without } from '#server/kernel/resource/without.ts';
import { type Change } from '#server/kernel/resource/entity.ts';
import { ringsOf, type Ring, upgradeCounts } from '#server/features/upgrade/upgrade-rings.ts';
import { scheduleUpgrade } from '#server/features/upgrade/upgrades.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';

const UNFINISHED = ['assigned', 'pending', 'running'];
/** Policies that upgrade nothing any more. */
const ENDED = ['stopped', 'rollingBack', 'rolledBack'];

/** Upgrades in rings: planned, begun, paused, gone on with, rolled back and stopped; one device of them by itself as well. */
export const upgrades: Readonly<Record<string, Handler>> = {
  startUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const planned = await plan(doc, change);
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    const now = timestamp(change.call.services.clock.now());
    const rings = doc['rings'] as Ring[];
    const begun = { state: 'running', currentRing: 0, ringName: rings[0]?.name ?? '', startedAt: now, failuresSince: now };
    return { ...doc, ...upgradeCounts(rings, planned), ...begun };
  }),
  pauseUpgradePolicy: itemAction('UpgradePolicy', (doc) => ({ ...doc, state: 'paused' })),
  resumeUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    return { ...doc, state: 'running', failuresSince: timestamp(change.call.services.clock.now() + 1000) };
  }),
  rollBackUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const counts = await putRows(doc, change, (row) => {
      if (row['direction'] === 'upgrade' && row['state'] === 'success') return reversed(row);
      if (row['direction'] === 'rollBack' && row['state'] === 'stopped') return { ...without(row, 'finishedAt'), state: 'pending' };
      return row['direction'] === 'upgrade' && UNFINISHED.includes(String(row['state'])) ? ended(row, change) : row;
    });
    await scheduleUpgrade(change.call.services, change.before.id, change.tx.db);
    return { ...without(doc, 'finishedAt'), ...counts, state: 'rollingBack' };
  }),
  stopUpgradePolicy: itemAction('UpgradePolicy', async (doc, change) => {
    const counts = await putRows(doc, change, (row) =>
      row['state'] === 'assigned' || row['state'] === 'pending' ? ended(row, change) : row,
    );
    return { ...doc, ...counts, state: 'stopped', finishedAt: timestamp(change.call.services.clock.now()) };
  }),

  pauseDeviceUpgrade: itemAction('DeviceUpgrade', (doc) => ({ ...doc, paused: true })),
  resumeDeviceUpgrade: itemAction('DeviceUpgrade', (doc) => ({ ...doc, paused: false })),
  retryDeviceUpgrade: itemAction('DeviceUpgrade', (doc, change) =>
    reopened({ ...without(doc, 'error', 'finishedAt', 'waitsFor'), state: 'pending', progress: 0, paused: false }, change),
  ),
  rollBackDeviceUpgrade: itemAction('DeviceUpgrade', (doc, change) => reopened(reversed(doc), change)),
};

/** Writes down which device is in which ring; devices in another upgrade, and those that the release does not fit, are left out. */
async function plan(doc: Doc, change: Change & { before: Stored }): Promise<Doc[]> {
  const { call, tx } = change;
  const specs = call.services.store.specs;
  const release = await tx.anyOf(specs.get('Release') as ItemSpec, String(doc['releaseId']));
  const version = String(release?.doc['version'] ?? '');
  if (release?.doc['state'] !== 'published') throw new ProblemError(upgradeUnpublished({ version }));
  const devices = await fitting(doc, release.doc, change);
  if (devices.length === 0) throw new ProblemError(upgradeNothing({ version }));
  const upgradesSpec = specs.get('DeviceUpgrade') as ItemSpec;
  const tags = await siteTags(devices, change);
  const rings = doc['rings'] as Ring[];
  const placed = ringsOf(
    rings,
    devices.map(({ id, doc: device }) => ({ id, tags: tags.get(String(device['siteId'])) ?? [] })),
  );
  const planned: Doc[] = [];
  for (const device of devices) {
    const ring = placed.get(device.id);
    if (ring === undefined) continue;
    const { companyId = '', siteId, sn = '', model = '', softwareVersion = '' } = device.doc;
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
    const task = { direction: 'upgrade', fromVersion: softwareVersion, toVersion: version };
    const waiting = { state: 'assigned', paused: false, progress: 0, attempts: 0 };
    const { doc: stored } = await tx
      .asServer()
      .insert(upgradesSpec, { id: newId(), ...row, ...task, ...waiting }, {}, call.served.operation.id);
    planned.push(stored);
  }
  if (planned.length === 0) throw new ProblemError(upgradeNothing({ version }));
  return planned;
}

/** Devices at sites that the caller reaches, of the release's models, older than it and not too old, in no other upgrade. */
async function fitting(doc: Doc, release: Doc, { call, tx }: Change): Promise<Stored[]> {
  const { specs } = call.services.store;
  const [devices, upgradesSpec] = [specs.get('Device') as ItemSpec, specs.get('DeviceUpgrade') as ItemSpec];
  const companies = doc['companyIds'] as string[] | undefined;
  let query = tx.db
    .selectFrom(devices.table)
    .select('id')
    .where('c_siteid', 'is not', null)
    .where('c_model', 'in', release['models'] as string[]);
  if (companies?.length) query = query.where('owner', 'in', companies);
  const busy = await tx.db.selectFrom(upgradesSpec.table).select('c_deviceid').where('c_state', 'in', UNFINISHED).execute();
  const taken = new Set(busy.map((row) => String(row.c_deviceid)));
  const found: Stored[] = [];
  for (const { id } of await query.orderBy('id').execute()) {
    const device = taken.has(id) ? undefined : await tx.get(devices, id);
    if (device && isOlder(device.doc['softwareVersion'], release)) found.push(device);
  }
  return found;
}

function isOlder(present: unknown, release: Doc): boolean {
  if (typeof present !== 'string' || present === '') return false;
  const least = release['minVersion'];
  if (typeof least === 'string' && least !== '' && (compareVersions(present, least) ?? -1) < 0) return false;
  // a device whose version nobody can read is not known to be older
  return (compareVersions(present, String(release['version'])) ?? 0) < 0;
}

async function siteTags(devices: readonly Stored[], { call, tx }: Change): Promise<Map<string, string[]>> {
  const spec = call.services.store.specs.get('Site') as ItemSpec;
  const tags = new Map<string, string[]>();
  for (const id of new Set(devices.map((device) => String(device.doc['siteId'])))) {
    const site = await tx.anyOf(spec, id);
    tags.set(id, (site?.doc['siteTag'] as string[] | undefined) ?? []);
  }
  return tags;
}

/**
 * A policy that was done has something to do again. Where it was ended or taken back no device is upgraded any more; single
 * devices go back by themselves whatever became of it.
 */
async function reopened(doc: Doc, change: Change & { before: Stored }): Promise<Doc> {
  const { call, tx, before } = change;
  const spec = call.services.store.specs.get('UpgradePolicy') as ItemSpec;
  const policy = await tx.anyOf(spec, String(doc['policyId']));
  if (!policy) return doc;
  const { name, state } = policy.doc;
  if (doc['direction'] === 'upgrade' && ENDED.includes(String(state)))
    throw new ProblemError(upgradeOver({ policy: String(name), state: valueLabel(call, spec.resource.file, 'state', state) }));
  const rows = (await rowsOf(policy.id, change)).map((row) => (row.id === before.id ? doc : row.doc));
  const counted = { ...policy.doc, ...upgradeCounts(policy.doc['rings'] as Ring[], rows) };
  const server = tx.asServer();
  if (state === 'complete') {
    const again = { ...without(counted, 'finishedAt'), state: 'running' };
    await server.update(spec, policy, again, policy.secret, call.served.operation.id);
  } else await server.annotate(spec, policy, counted);
  await scheduleUpgrade(call.services, policy.id, tx.db);
  return doc;
}

async function rowsOf(policyId: string, { call, tx }: Change): Promise<Stored[]> {
  const spec = call.services.store.specs.get('DeviceUpgrade') as ItemSpec;
  const found = await tx.db.selectFrom(spec.table).select('id').where('c_policyid', '=', policyId).execute();
  const rows = await Promise.all(found.map(({ id }) => tx.anyOf(spec, id)));
  return rows.filter((row) => row !== undefined);
}

/** Changes rows of a policy, and answers how many there are of which kind then. */
async function putRows(policy: Doc, change: Change & { before: Stored }, become: (row: Doc) => Doc): Promise<Doc> {
  const { call, tx, before } = change;
  const spec = call.services.store.specs.get('DeviceUpgrade') as ItemSpec;
  const docs: Doc[] = [];
  for (const row of await rowsOf(before.id, change)) {
    const doc = become(row.doc);
    if (doc !== row.doc) await tx.asServer().update(spec, row, doc, row.secret, call.served.operation.id);
    docs.push(doc);
  }
  return upgradeCounts(policy['rings'] as Ring[], docs);
}

/** The way back: to the version that the device had. */
function reversed(doc: Doc): Doc {
  const { fromVersion = '', toVersion = '' } = doc;
  const back = { direction: 'rollBack', fromVersion: toVersion, toVersion: fromVersion };
  return { ...without(doc, 'error', 'finishedAt', 'startedAt', 'waitsFor'), ...back, state: 'pending', paused: false, progress: 0 };
}

/** Nothing went wrong with it: somebody ended the upgrade before it came to it. */
function ended(doc: Doc, { call }: Change): Doc {
  return { ...without(doc, 'waitsFor'), state: 'stopped', finishedAt: timestamp(call.services.clock.now()) };
}
