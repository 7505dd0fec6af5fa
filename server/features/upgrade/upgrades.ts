import type { Draft } from '#server/store/items/typed.ts';
import type { Entities } from '#generated/server/entities.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Network } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import { publishTask } from '#server/features/task/index.ts';
import { upgradeCounts } from '#server/features/upgrade/upgrade-rings.ts';
import { isInWindow } from '#server/features/upgrade/upgrade-window.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

const KIND = 'upgrade.step';
const STEP_MS = 10_000;
const MINUTE = 60_000;
/** What is being upgraded ends, whatever became of its policy meanwhile. */
const LOOKED_AFTER: readonly Policy['state'][] = ['running', 'paused', 'halted', 'rollingBack', 'rolledBack', 'stopped'];
/** Of these nothing goes on but the way back of single devices. */
const OVER: readonly Policy['state'][] = ['rolledBack', 'stopped'];
/** Of so many devices open pages are told one by one in a step; a page reads all of its rows again at the first word. */
const MOST_PUBLISHED = 50;

type Policy = Entities['UpgradePolicy'];
type Row = Entities['DeviceUpgrade'];
/** One look at a policy: what it reads, and what it changed so far. */
type Look = {
  tx: Transaction;
  now: number;
  policy: Policy;
  rows: Stored<Row>[];
  changed: Set<number>;
  devices: ItemSpec<'Device'>;
  upgrades: ItemSpec<'DeviceUpgrade'>;
  rebootMinutes: number;
  network: Network | undefined;
};

/** Has a policy looked at again in a while; the same one waits only once. */
export async function scheduleUpgrade({ jobs, clock }: Services, id: string, tx?: Db): Promise<void> {
  await jobs.at(clock.now() + STEP_MS, KIND, { id }, { id: `${KIND} ${id}`, ...(tx ? { tx } : {}) });
}

/** Policies are looked at by the server's clock, whatever restart lies between; what devices do is theirs to say. */
export function runUpgrades(services: Services): void {
  services.jobs.on(KIND, ['id'], ({ id }) => step(services, id));
}

/** Looks after policies that run without a job: those of a seed. */
export async function resumeUpgrades(services: Services): Promise<void> {
  const spec = services.store.specIf('UpgradePolicy');
  for (const id of spec ? await services.system.ids(spec, { state: LOOKED_AFTER }) : []) await scheduleUpgrade(services, id);
}

async function step(services: Services, id: string): Promise<void> {
  const { store, system, clock, live } = services;
  const policies = store.spec('UpgradePolicy');
  const begun = await system.write(async (tx) => {
    const before = await tx.get(policies, id);
    if (!before || !LOOKED_AFTER.includes(before.doc.state)) return undefined;
    const look = await lookAt(services, tx, before.doc, clock.now());
    await goOn(look);
    const doc = await decide(look);
    if (doc.state === before.doc.state) await tx.annotate(policies, before, doc);
    else await tx.update(policies, before, doc, before.secret, KIND);
    const busy = look.rows.some((row) => row.doc.state === 'running' || (OVER.includes(doc.state) && isOpen(row.doc)));
    if (doc.state === 'running' || doc.state === 'rollingBack' || busy) await scheduleUpgrade(services, id, tx.db);
    return { policy: doc, owner: before.owner, changed: [...look.changed].flatMap((index) => look.rows[index] ?? []) };
  });
  if (!begun) return;
  await publishTask(live, { resource: 'UpgradePolicy', id, owner: begun.owner }, begun.policy);
  for (const row of begun.changed.slice(0, MOST_PUBLISHED))
    await publishTask(live, { resource: 'DeviceUpgrade', id: row.id, owner: row.owner }, row.doc);
}

async function lookAt({ store, network }: Services, tx: Transaction, policy: Policy, now: number): Promise<Look> {
  const [upgrades, devices, releases] = [store.spec('DeviceUpgrade'), store.spec('Device'), store.spec('Release')];
  const rows = await tx.find(upgrades, { policyId: policy.id });
  const release = await tx.get(releases, policy.releaseId);
  return {
    tx,
    now,
    policy,
    rows,
    changed: new Set(),
    devices,
    upgrades,
    rebootMinutes: release?.doc.rebootMinutes ?? 3,
    network,
  };
}

/** What is being upgraded goes on as its device says: it ends, or fails, or waits again for a device that cannot be asked. */
async function goOn(look: Look): Promise<void> {
  for (const [index, row] of look.rows.entries()) {
    if (row.doc.state !== 'running') continue;
    const { now, rebootMinutes, tx, devices, network } = look;
    const device = await tx.get(devices, row.doc.deviceId);
    if (!device || !network || !isOnline(device)) {
      await put(look, index, interrupted(look, row.doc, isOnline(device) ? 'network' : 'device'));
      continue;
    }
    const since = Date.parse(row.doc.startedAt ?? timestamp(now));
    const said = await network.installed({ device: device.doc, version: row.doc.toVersion, since, now, rebootMinutes });
    if (said.state === 'running') await note(look, index, { ...row.doc, progress: said.progress });
    else if (said.state === 'failed') await put(look, index, { ...row.doc, ...said, finishedAt: timestamp(now) });
    else {
      const { softwareVersion } = said;
      await tx.update(devices, device, { ...device.doc, softwareVersion }, device.secret, 'upgradeDevice');
      await put(look, index, { ...row.doc, state: 'success', progress: 100, finishedAt: timestamp(now) });
    }
  }
}

/** A device that has gone, or that nothing reaches any more, is waited for, unless nothing is to begin any more. */
function interrupted({ policy, now }: Look, doc: Row, waitsFor: Row['waitsFor']): Row {
  if (OVER.includes(policy.state) && doc.direction === 'upgrade') {
    const { waitsFor: _, ...rest } = doc;
    return { ...rest, state: 'stopped', progress: 0, finishedAt: timestamp(now) };
  }
  return { ...doc, state: 'pending', progress: 0, waitsFor };
}

/** What begins now, and what becomes of the policy. */
async function decide(look: Look): Promise<Policy> {
  const { policy, now } = look;
  if (policy.state === 'rollingBack') {
    await begin(look, (row) => row.direction === 'rollBack');
    return counted(look, isBusy(look) ? policy : { ...policy, state: 'rolledBack', finishedAt: timestamp(now) });
  }
  if (OVER.includes(policy.state)) await begin(look, (row) => row.direction === 'rollBack');
  if (policy.state !== 'running') return counted(look, policy);
  if (failures(look) > policy.maxFailures) return counted(look, { ...policy, state: 'halted' });
  if (!isInWindow(policy, now)) return counted(look, policy);
  await begin(look, (row) => (row.ring ?? 0) <= (policy.currentRing ?? 0) || row.direction === 'rollBack');
  return counted(look, await nextRing(look));
}

/** The next ring opens when nobody of this one can go on and it was watched for a while; after the last one all is done. */
async function nextRing(look: Look): Promise<Policy> {
  const { policy, now, rows } = look;
  const { currentRing = 0 } = policy;
  const here = rows.filter((row) => (row.doc.ring ?? 0) <= currentRing);
  const open = here.filter((row) => isOpen(row.doc));
  const going = open.some((row) => row.doc.state === 'running');
  const startable = await Promise.all(open.map(async (row) => row.doc.paused !== true && (await deviceOnline(look, row))));
  if (going || startable.includes(true)) return policy;
  if (currentRing >= policy.rings.length - 1)
    return open.length > 0 || rows.some((row) => isOpen(row.doc)) ? policy : { ...policy, state: 'complete', finishedAt: timestamp(now) };
  const doneAt = policy.ringDoneAt !== undefined ? Date.parse(policy.ringDoneAt) : now;
  if (now - doneAt < policy.soakMinutes * MINUTE) return { ...policy, ringDoneAt: timestamp(doneAt) };
  const { ringDoneAt: _, ...rest } = policy;
  return { ...rest, currentRing: currentRing + 1, failuresSince: timestamp(now) };
}

/**
 * Starts devices that wait and are online, as many at a time as the policy says; those that are offline wait for their return,
 * and all of them where nothing reaches devices.
 */
async function begin(look: Look, may: (row: Row) => boolean): Promise<void> {
  const { rows, policy, now, network } = look;
  let free = policy.concurrency - rows.filter((row) => row.doc.state === 'running').length;
  for (const [index, row] of rows.entries()) {
    const { state, paused } = row.doc;
    if ((state !== 'assigned' && state !== 'pending') || paused === true || !may(row.doc)) continue;
    const online = await deviceOnline(look, row);
    if (online && network && free > 0) {
      free--;
      const attempts = (row.doc.attempts ?? 0) + 1;
      const { waitsFor: _, ...rest } = row.doc;
      await put(look, index, { ...rest, state: 'running', progress: 0, attempts, startedAt: timestamp(now) });
      continue;
    }
    const waitsFor = !online ? 'device' : network ? 'turn' : 'network';
    if (state === 'assigned') await put(look, index, { ...row.doc, state: 'pending', waitsFor });
    else if (row.doc.waitsFor !== waitsFor) await note(look, index, { ...row.doc, waitsFor });
  }
}

/** Failures of the present ring since it began, or since somebody let it go on. */
function failures({ rows, policy }: Look): number {
  const since = Date.parse(policy.failuresSince ?? '1970-01-01T00:00:00Z');
  return rows.filter(({ doc }) => doc.direction === 'upgrade' && doc.state === 'failed' && Date.parse(doc.finishedAt ?? '') >= since)
    .length;
}

function counted({ rows }: Look, policy: Policy): Policy {
  const { rings, currentRing = 0 } = policy;
  const counts = upgradeCounts(
    rings,
    rows.map(({ doc }) => doc),
  );
  return { ...policy, ...counts, ringName: rings[currentRing]?.name ?? '' };
}

function isOpen(doc: Row): boolean {
  return doc.state === 'assigned' || doc.state === 'pending' || doc.state === 'running';
}

function isBusy({ rows }: Look): boolean {
  return rows.some(({ doc }) => doc.direction === 'rollBack' && isOpen(doc));
}

async function deviceOnline({ tx, devices }: Look, row: Stored<Row>): Promise<boolean> {
  return isOnline(await tx.get(devices, row.doc.deviceId));
}

function isOnline(device: Stored<Entities['Device']> | undefined): boolean {
  return device?.doc.state === 'ONLINE' || device?.doc.state === 'EXCEPTION';
}

async function put(look: Look, index: number, doc: Draft<'DeviceUpgrade'>): Promise<void> {
  const row = look.rows[index];
  if (!row) return;
  look.changed.add(index);
  look.rows[index] = await look.tx.update(look.upgrades, row, doc, row.secret, KIND);
}

/** Progress is nobody's change: it leaves no revision. */
async function note(look: Look, index: number, doc: Row): Promise<void> {
  const row = look.rows[index];
  if (!row) return;
  look.changed.add(index);
  await look.tx.annotate(look.upgrades, row, doc);
  look.rows[index] = { ...row, id: row.id, text: JSON.stringify(doc), doc, secret: row.secret };
}
