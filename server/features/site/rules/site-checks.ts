import { asArray, asObject, asText, isObject, texts } from '#domain/json.ts';
import { selectRows } from '#domain/select.ts';
import { deviceModel, deviceUnknown, illegalTransition } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** A lease begins as a test, is rented, is stopped, and can be rented again: never a test again (spec 4). */
const leases: Readonly<Record<string, readonly string[]>> = { test: ['renting', 'stop'], renting: ['stop'], stop: ['renting'] };

export function refuseLease(doc: Doc, before: Stored | undefined): void {
  const [from, to] = [before?.doc.leaseStatus, doc.leaseStatus];
  if (typeof from !== 'string' || typeof to !== 'string' || from === to || leases[from]?.includes(to)) return;
  throw new ProblemError(illegalTransition({ from, to }));
}

/** What is never shown must be given once: the key of a WiFi, the password of a PPPoE port (spec 3, 5). */
export function missingSecrets(doc: Doc, { secrets = {}, before }: Change): Finding[] {
  const needed = (of: Doc | undefined): string[] => {
    const { enable, encryption } = asObject(of?.wifi);
    const ports = asArray(of?.wan).filter(isObject);
    return [
      ...(enable === true && encryption !== 'open' ? ['/wifi/key'] : []),
      ...ports.flatMap((port, index) => (port.ipmode === 'pppoe' ? [`/wan/${index}/pppoePassword`] : [])),
    ];
  };
  const asked = new Set(needed(before?.doc));
  return needed(doc)
    .filter((pointer) => secrets[pointer] === undefined && !asked.has(pointer))
    .map((pointer) => ({ pointer, code: 'rule.secret.first' }));
}

/** One routing protocol at a time: choosing the other asks whether the first may be turned off (spec 4). */
export function routingSwitch(doc: Doc, before: Stored | undefined): Finding[] {
  const [from, to] = [before?.doc, doc].map((each) => asText(asObject(each?.dynamicRoute).protocol) ?? 'disabled');
  if (from === to || from === 'disabled' || to === 'disabled') return [];
  const params = { from: String(from).toUpperCase(), to: String(to).toUpperCase() };
  return [{ pointer: '/dynamicRoute/protocol', code: 'site.routing-switch', level: 'confirm', params }];
}

/** A serial names a device that somebody registered on purpose, with the model that it has. */
export function unknownDevice(pointer: string, sn: unknown, device: Stored | undefined): Finding[] {
  if (typeof sn !== 'string' || sn === '' || device) return [];
  return [{ pointer, code: deviceUnknown({ sn }).code, params: { sn } }];
}

/** Primary and backup are of one model (spec 5). */
export function modelsDiffer(primary: Stored | undefined, backup: Stored | undefined): Finding[] {
  if (!primary || !backup || primary.doc.model === backup.doc.model) return [];
  const params = { sn: String(backup.doc.sn), model: String(backup.doc.model), expected: String(primary.doc.model) };
  return [{ pointer: '/haSn', code: deviceModel(params).code, params }];
}

/** Every port is one that the device has, where its ports are known. What stood so before is not asked again. */
export function unknownPorts(doc: Doc, device: Stored | undefined, before: Stored | undefined): Finding[] {
  const known = device ? texts(device.doc.ports) : [];
  if (!device || known.length === 0) return [];
  const held = before?.doc.sn === doc.sn ? portsOf(before?.doc).map(({ value }) => value) : [];
  const sn = String(device.doc.sn);
  return portsOf(doc)
    .filter(({ value }) => !known.includes(value) && !held.includes(value))
    .map(({ pointer, value }) => ({ pointer, code: 'rule.device.noPort', params: { sn, value, ports: known.join(', ') } }));
}

function portsOf(doc: Doc | undefined): { pointer: string; value: string }[] {
  const cells = ['wan[].port', 'lan[].bridge[]', 'haConfig.heartbeatPort'].flatMap((path) => selectRows(doc, [path]).flat());
  return cells.flatMap(({ pointer, value }) => (typeof value === 'string' && value !== '' ? [{ pointer, value }] : []));
}
