import { due } from '#domain/alert-due.ts';
import { texts } from '#domain/json.ts';
import { deviceBackupInUse, deviceRegistered, deviceTaken, duplicateSiteName } from '#generated/problems.ts';
import {
  missingSecrets,
  modelsDiffer,
  refuseLease,
  routingSwitch,
  unknownDevice,
  unknownPorts,
} from '#server/features/site/rules/site-checks.ts';
import { subnetConflicts, SUBNETS, subnetsOf } from '#server/features/site/rules/site-subnets.ts';
import { without } from '#server/kernel/resource/without.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import type { Call } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change, EntityRules, Given } from '#server/kernel/resource/entity.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Stored } from '#server/store/items/tables.ts';

/** Sites, and the devices that stand there (spec 4, 5, 8). */
export const site: EntityRules<'Site'> = {
  columns: ['configState', 'configuredAt', 'longitude', 'latitude', 'wan[].medium'],

  complete: async (doc, change) => {
    const { before, call } = change;
    const { siteId = '', sn = '' } = doc;
    await registerDevices(doc, change);
    await call.services.network?.deliver(siteId, change.tx.db);
    const associated = sn !== '';
    const same = before?.doc.sn === doc.sn;
    return {
      // another device was never tried
      ...(same ? doc : without(doc, 'configuredAt', 'reachability')),
      association: associated ? 'associated' : 'unassociated',
      state: same && before ? (before.doc.state ?? 'UNCONFIGURED') : associated ? 'CONFIGURED' : 'UNCONFIGURED',
      // what the device has is older now; one that never took anything has nothing
      configState: same && associated && doc.configuredAt !== undefined ? 'pending' : 'undelivered',
    };
  },

  ranges: { from: SUBNETS.flat(), of: subnetsOf },

  check: async (doc, change): Promise<Finding[]> => {
    refuseLease(doc, change.before);
    const conflicts = await subnetConflicts(doc, change);
    const [primary, backup] = await Promise.all([doc.sn, doc.haSn].map((sn) => deviceOf(change, sn)));
    return [
      ...unknownDevice('/sn', doc.sn, primary),
      ...unknownDevice('/haSn', doc.haSn, backup),
      ...conflicts,
      ...missingSecrets(doc, change),
      ...routingSwitch(doc, change.before),
      ...modelsDiffer(primary, backup),
      ...unknownPorts(doc, primary, change.before),
    ];
  },

  beforeDelete: async (item, change) => {
    for (const device of await devicesAt(change, item.id)) await release(change, device);
  },

  narrowedBy: ['alarm'],
  narrow: async (call) => {
    const codes = texts(call.query['alarm']);
    return codes.length === 0 ? {} : { among: [{ path: 'siteId', in: await withAlarms(call, codes) }] };
  },

  filters: {
    // what narrows by them stands in other rows
    alarm: () => ({}),
    // coordinates come in pairs
    located: (value) => ({ ranges: [value === true ? { path: 'longitude', from: -180 } : { path: 'longitude', absent: true }] }),
    tagMatch: (value, { query }) =>
      value === 'all' && Array.isArray(query.siteTag)
        ? { among: texts(query.siteTag).map((tag) => ({ path: 'siteTag[]', in: [tag] })) }
        : {},
  },

  duplicate: (_paths, value) => duplicateSiteName({ value }),
};

/** Sites where an alarm of one of these codes asks for attention, as the causes of the dashboard count them: of alarms that the caller may read. */
async function withAlarms(call: Call, codes: string[]): Promise<string[]> {
  const { companyId } = call.path;
  const spec = call.services.store.spec('Alert');
  const own = companyId === undefined ? [] : [{ path: 'companyId', in: [companyId] }];
  const found = await readingHandle(call, spec).pluck(spec, [...own, ...due, { path: 'code', in: codes }], ['neId']);
  return [...new Set(found.flatMap(({ neId }) => (typeof neId === 'string' ? [neId] : [])))];
}

/** The site's serials name its devices: registered ones come to it, those no longer named are set free. */
async function registerDevices(doc: Given<'Site'>, change: Change<'Site'>): Promise<void> {
  const { siteId = '', sn: primary = '', haSn: backup = '' } = doc;
  const wanted = [
    { sn: primary, role: 'primary' as const },
    { sn: backup, role: 'backup' as const },
  ].filter(({ sn }) => sn !== '');
  for (const device of change.before ? await devicesAt(change, siteId) : []) {
    if (!wanted.some(({ sn }) => sn === device.doc.sn)) await release(change, device);
  }
  for (const { sn, role } of wanted) await register(doc, change, sn, role);
}

async function register(doc: Given<'Site'>, change: Change<'Site'>, sn: string, role: DocOf<'Device'>['role']): Promise<void> {
  const spec = change.call.services.store.spec('Device');
  const server = change.tx.asServer();
  const { siteId } = doc;
  const device = await deviceOf(change, sn);
  // refused at its field: a mistyped serial must not make a device
  if (!device) return;
  const elsewhere = device.doc.siteId;
  if (device.owner !== doc.companyId || (elsewhere !== undefined && elsewhere !== siteId)) {
    throw await registeredElsewhere(change, device, role === 'backup' ? { pointer: '/haSn', backup: true } : { pointer: '/sn' });
  }
  if (elsewhere === siteId && device.doc.role === role) return;
  const state = elsewhere === siteId ? device.doc.state : 'CONFIGURED';
  await server.update(spec, device, { ...device.doc, siteId, role, state }, device.secret, 'registerDevice');
}

/** The device leaves its site and becomes unconfigured (spec 4). */
export async function release(change: Pick<Change, 'call' | 'tx'>, device: Stored<DocOf<'Device'>>): Promise<Stored> {
  const spec = change.call.services.store.spec('Device');
  const { siteId: _, reachability: __, ...rest } = device.doc;
  return change.tx.asServer().update(spec, device, { ...rest, state: 'UNCONFIGURED' }, device.secret, 'unregisterDevice');
}

export async function deviceOf({ call, tx }: Pick<Change, 'call' | 'tx'>, sn = ''): Promise<Stored<DocOf<'Device'>> | undefined> {
  const spec = call.services.store.specIf('Device');
  if (!spec || sn === '') return undefined;
  return (await tx.find(spec, { sn }, { limit: 1 }))[0];
}

async function devicesAt(change: Change<'Site'>, siteId: string): Promise<Stored<DocOf<'Device'>>[]> {
  return change.tx.find(change.call.services.store.spec('Device'), { siteId });
}

/** Where a device is registered, as far as the caller may know it. */
export async function registeredElsewhere(
  { call, tx }: Pick<Change, 'call' | 'tx'>,
  { doc: { sn, siteId } }: Stored<DocOf<'Device'>>,
  { pointer, backup = false }: { pointer: string; backup?: boolean },
): Promise<ProblemError> {
  const sites = call.services.store.spec('Site');
  const site = siteId === undefined ? undefined : await tx.get(sites, siteId);
  const params = { sn, site: site?.doc.name ?? '' };
  const problem = !site ? deviceTaken({ sn }) : backup ? deviceBackupInUse(params) : deviceRegistered(params);
  return new ProblemError(problem, { errors: [{ pointer, code: problem.code, params: problem.params }] });
}
