import type { ComponentType } from 'react';
import { isKeyOf } from '#domain/json.ts';
import type { Field } from '#domain/model.ts';
import { BooleanSwitch } from './boolean.tsx';
import { deferred, themed } from '#ui/deferred.tsx';
import { EnumInput } from '#controls/choice/enum.tsx';
import { NumberInput } from '#controls/number/number.tsx';
import { isTechnical, Technical } from '#controls/text/technical.tsx';
import { TextArea } from '#controls/text/textarea.tsx';
import { Text } from '#controls/text/text.tsx';
import type { ControlProps } from './control.ts';

type Control = ComponentType<ControlProps>;

/** By the name that `x-ui.widget` or `format` gives. Small ones are here with the form, the others come when they are needed. */
const named = {
  textarea: TextArea,
  select: EnumInput,
  switch: BooleanSwitch,
  radio: EnumInput,
  coordinates: deferred<ControlProps>(() => import('./coordinates.tsx').then((module) => module.Coordinates)),
  bandwidth: deferred<ControlProps>(() => import('#controls/number/bandwidth.tsx').then((module) => module.Bandwidth)),
  bytes: deferred<ControlProps>(() => import('#controls/number/bytes.tsx').then((module) => module.Bytes)),
  seconds: deferred<ControlProps>(() => import('#controls/number/seconds.tsx').then((module) => module.Seconds)),
  timeRange: themed<ControlProps>(() => import('#controls/time/time-range.tsx').then((module) => module.TimeRange)),
  'ip-list': deferred<ControlProps>(() => import('#controls/list/line-list.tsx').then((module) => module.LineList)),
  'email-list': deferred<ControlProps>(() => import('#controls/list/email-list.tsx').then((module) => module.EmailList)),
  locate: deferred<ControlProps>(() => import('#controls/text/locate.tsx').then((module) => module.Locate)),
  suggest: deferred<ControlProps>(() => import('#controls/text/suggest.tsx').then((module) => module.Suggest)),
  subnet: deferred<ControlProps>(() => import('#controls/subnet/subnet.tsx').then((module) => module.Subnet)),
  tags: deferred<ControlProps>(() => import('#controls/list/tags.tsx').then((module) => module.Tags)),
  password: deferred<ControlProps>(() => import('#controls/text/password.tsx').then((module) => module.Password)),
  secret: deferred<ControlProps>(() => import('#controls/text/secret.tsx').then((module) => module.Secret)),
  date: themed<ControlProps>(() => import('#controls/time/date.tsx').then((module) => module.DateInput)),
  'date-time': themed<ControlProps>(() => import('#controls/time/date.tsx').then((module) => module.DateTimeInput)),
  'time-of-day': deferred<ControlProps>(() => import('#controls/time/time-of-day.tsx').then((module) => module.TimeOfDay)),
  timezone: themed<ControlProps>(() => import('#controls/choice/timezone.tsx').then((module) => module.TimeZone)),
  relation: themed<ControlProps>(() => import('#controls/relation/relation.tsx').then((module) => module.Relation)),
  ordered: themed<ControlProps>(() => import('#controls/relation/ordered.tsx').then((module) => module.Ordered)),
  inDocument: themed<ControlProps>(() => import('#controls/choice/in-document.tsx').then((module) => module.InDocument)),
  multiEnum: themed<ControlProps>(() => import('#controls/choice/multi-enum.tsx').then((module) => module.MultiEnum)),
  exclusive: deferred<ControlProps>(() => import('#controls/choice/exclusive.tsx').then((module) => module.Exclusive)),
  choices: themed<ControlProps>(() => import('#controls/choice/choices.tsx').then((module) => module.Choices)),
  permissionTree: themed<ControlProps>(() => import('#controls/permissions/permission-tree.tsx').then((module) => module.PermissionTree)),
  file: deferred<ControlProps>(() => import('./file.tsx').then((module) => module.FileInput)),
  json: deferred<ControlProps>(() => import('./json.tsx').then((module) => module.JsonInput)),
  addressRules: deferred<ControlProps>(() => import('#controls/address-rules/address-rules.tsx').then((module) => module.AddressRules)),
} satisfies Record<string, Control>;

type Name = keyof typeof named;

/** What `x-ui.widget` may name among controls. */
export const controlNames: readonly string[] = Object.keys(named);

/** Items beyond which a list of texts is a windowed editor. */
const MANY_LINES = 1000;

const wide = new Set<string>(['textarea', 'timeRange', 'ip-list', 'permissionTree', 'json', 'addressRules', 'ordered']);

/** The control of a field: by x-ui widget, then format, then reference, enumeration and kind. */
export function controlFor(field: Field): Control {
  const name = nameOf(field);
  if (name) return named[name];
  if (field.values) return EnumInput;
  if (field.kind === 'boolean') return BooleanSwitch;
  if (field.kind === 'number' || field.kind === 'integer') return NumberInput;
  if (field.format && isTechnical(field.format)) return Technical;
  return Text;
}

/** Whether a structured value has one control for the whole of it. */
export function hasControl(field: Field): boolean {
  return nameOf(field) !== undefined || !['object', 'array', 'map', 'variants'].includes(field.kind);
}

/** Takes the whole width of a form. */
export function isWide(field: Field): boolean {
  const name = nameOf(field);
  return name !== undefined && (wide.has(name) || (name === 'subnet' && field.kind === 'array'));
}

function nameOf(field: Field): Name | undefined {
  const asked = canonical(field.widget);
  // tags of which there are items are chosen by their names, others are written
  if (asked && !(asked === 'tags' && (field.ref ?? field.items?.ref))) return asked;
  if (field.ref) return 'in' in field.ref ? 'inDocument' : relationKind(field);
  if (field.kind === 'array') return listName(field);
  if (field.kind === 'json') return 'json';
  if (field.kind === 'object' && field.fields === undefined) return 'json';
  if (isTimeRange(field)) return 'timeRange';
  if (field.kind === 'number' || field.kind === 'integer') return numberName(field);
  if (field.kind !== 'text' || field.values) return undefined;
  if (field.format === 'time') return 'time-of-day';
  if (field.format === 'binary' || field.format === 'byte') return 'file';
  const byFormat = canonical(field.format);
  if (byFormat) return byFormat;
  return field.writeOnly ? 'secret' : undefined;
}

function numberName(field: Field): Name | undefined {
  if (field.values) return undefined;
  if (field.unit === 'bps' || field.unit === 'kbps' || field.unit === 'Mbps') return 'bandwidth';
  if (field.unit === 'B') return 'bytes';
  return field.unit === 's' ? 'seconds' : undefined;
}

function listName({ items, limits }: Field): Name | undefined {
  if (!items) return 'json';
  if (items.ref) return 'in' in items.ref ? 'inDocument' : 'relation';
  if (items.values && !items.open) return 'multiEnum';
  if (items.kind !== 'text') return items.kind === 'number' || items.kind === 'integer' ? 'tags' : undefined;
  if (items.format === 'address-rule' || (limits?.maxItems ?? 0) > MANY_LINES) return 'addressRules';
  if (items.format === 'email' || items.format === 'idn-email') return 'email-list';
  return items.format !== undefined && isTechnical(items.format) ? 'ip-list' : 'tags';
}

function relationKind(field: Field): Name | undefined {
  return field.kind === 'text' || field.kind === 'integer' || field.kind === 'number' || field.kind === 'array' ? 'relation' : undefined;
}

function isTimeRange(field: Field): boolean {
  return field.format === 'time-range';
}

/** `ipList`, `ip-list` and `IpList` are one name. */
function canonical(name: string | undefined): Name | undefined {
  return name === undefined ? undefined : byPlainName.get(plainName(name));
}

function plainName(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

const byPlainName = new Map(Object.keys(named).flatMap((name) => (isKeyOf(named, name) ? [[plainName(name), name] as const] : [])));
