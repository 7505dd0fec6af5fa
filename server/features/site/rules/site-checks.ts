import { selectRows } from '#domain/select.ts';
import type { LeaseStatus } from '#generated/server/stored.ts';
import { deviceModel, deviceUnknown, illegalTransition } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change, Given } from '#server/kernel/resource/entity.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Site = DocOf<'Site'>;
type Device = Stored<DocOf<'Device'>>;

/** A lease begins as a test, is rented, is stopped, and can be rented again: never a test again (spec 4). */
const leases: Readonly<Record<LeaseStatus, readonly LeaseStatus[]>> = { test: ['renting', 'stop'], renting: ['stop'], stop: ['renting'] };

export function refuseLease({ leaseStatus: to }: Given<'Site'>, before: Stored<Site> | undefined): void {
  const from = before?.doc.leaseStatus;
  if (from === undefined || to === undefined || from === to || leases[from].includes(to)) return;
  throw new ProblemError(illegalTransition({ from, to }));
}

/** What is never shown must be given once: the key of a WiFi, the password of a PPPoE port (spec 3, 5). */
export function missingSecrets(doc: Site, { secrets = {}, before }: Change<'Site'>): Finding[] {
  const earlier = new Set(before ? neededSecrets(before.doc) : []);
  return neededSecrets(doc)
    .filter((pointer) => secrets[pointer] === undefined && !earlier.has(pointer))
    .map((pointer) => ({ pointer, code: 'rule.secret.first' }));
}

function neededSecrets({ wifi, wan = [] }: Site): string[] {
  return [
    ...(wifi?.enable && wifi.encryption !== 'open' ? ['/wifi/key'] : []),
    ...wan.flatMap(({ ipmode }, index) => (ipmode === 'pppoe' ? [`/wan/${index}/pppoePassword`] : [])),
  ];
}

/** One routing protocol at a time: choosing the other asks whether the first may be turned off (spec 4). */
export function routingSwitch(doc: Site, before: Stored<Site> | undefined): Finding[] {
  const from = before?.doc.dynamicRoute?.protocol ?? 'disabled';
  const to = doc.dynamicRoute?.protocol ?? 'disabled';
  if (from === to || from === 'disabled' || to === 'disabled') return [];
  const params = { from: from.toUpperCase(), to: to.toUpperCase() };
  return [{ pointer: '/dynamicRoute/protocol', code: 'site.routing-switch', level: 'confirm', params }];
}

/** A serial names a device that somebody registered on purpose, with the model that it has. */
export function unknownDevice(pointer: string, sn: string | undefined, device: Device | undefined): Finding[] {
  if (sn === undefined || sn === '' || device) return [];
  return [{ pointer, code: deviceUnknown({ sn }).code, params: { sn } }];
}

/** Primary and backup are of one model (spec 5). */
export function modelsDiffer(primary: Device | undefined, backup: Device | undefined): Finding[] {
  if (!primary || !backup || primary.doc.model === backup.doc.model) return [];
  const params = { sn: backup.doc.sn, model: backup.doc.model, expected: primary.doc.model };
  return [{ pointer: '/haSn', code: deviceModel(params).code, params }];
}

/** Every port is one that the device has, where its ports are known. What stood so before is not asked again. */
export function unknownPorts(doc: Site, device: Device | undefined, before: Stored<Site> | undefined): Finding[] {
  const { sn = '', ports: known = [] } = device?.doc ?? {};
  if (known.length === 0) return [];
  const held = before?.doc.sn === doc.sn ? portsOf(before?.doc).map(({ value }) => value) : [];
  return portsOf(doc)
    .filter(({ value }) => !known.includes(value) && !held.includes(value))
    .map(({ pointer, value }) => ({ pointer, code: 'rule.device.noPort', params: { sn, value, ports: known.join(', ') } }));
}

function portsOf(doc: Site | undefined): { pointer: string; value: string }[] {
  const cells = ['wan[].port', 'lan[].bridge[]', 'haConfig.heartbeatPort'].flatMap((path) => selectRows(doc, [path]).flat());
  return cells.flatMap(({ pointer, value }) => (typeof value === 'string' && value !== '' ? [{ pointer, value }] : []));
}
