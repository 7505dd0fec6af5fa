import type { InputHTMLAttributes } from 'react';
import { formats } from '#domain/formats/registry.ts';
import { FormatText } from './format-text.tsx';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

type Look = Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'inputMode' | 'type' | 'autoComplete'>;

/** How each format's value is asked for. Check, canonical spelling and message come from the format itself. */
const looks: Record<string, Look> = {
  ip: { placeholder: '192.0.2.1' },
  ipv4: { placeholder: '192.0.2.1', inputMode: 'decimal' },
  ipv6: { placeholder: '2001:db8::1' },
  'ip-or-star': { placeholder: '192.0.2.1 / *' },
  'ip-range': { placeholder: '192.0.2.1-192.0.2.20' },
  cidr: { placeholder: '192.0.2.0/24' },
  'cidr-host': { placeholder: '192.0.2.1/24' },
  'cidr-or-empty': { placeholder: '192.0.2.0/24' },
  mask: { placeholder: '24', inputMode: 'decimal' },
  port: { placeholder: '443', inputMode: 'numeric' },
  'port-or-star': { placeholder: '443 / *' },
  'port-list': { placeholder: '80,443,8000-8080' },
  mac: { placeholder: '00:1a:2b:3c:4d:5e' },
  'mac-or-star': { placeholder: '00:1a:2b:3c:4d:5e / *' },
  fwmark: { placeholder: '0xff' },
  'as-number': { placeholder: '65001', inputMode: 'numeric' },
  domain: { placeholder: 'example.com', inputMode: 'url' },
  hostname: { placeholder: 'example.com', inputMode: 'url' },
  'idn-hostname': { placeholder: 'example.com', inputMode: 'url' },
  url: { placeholder: 'https://example.com/', inputMode: 'url' },
  uri: { placeholder: 'https://example.com/', inputMode: 'url' },
  'mobile-cn': { placeholder: '13800138000', inputMode: 'tel', type: 'tel' },
  'address-rule': { placeholder: '192.0.2.0/24' },
  'weekday-range': { placeholder: '1-5' },
  'time-of-day': { placeholder: '08:30' },
  duration: { placeholder: 'PT1H30M' },
  email: { placeholder: 'name@example.com', inputMode: 'email' },
};

export function isTechnical(format: string): boolean {
  return Object.hasOwn(looks, format);
}

/** Addresses, networks, ports and the like, in a fixed-width face. */
export function Technical(props: ControlProps) {
  const name = props.field.format ?? '';
  return <FormatText {...props} {...looks[name]} format={formats[name]} className="wx-mono" />;
}

const samples: [format: string, value: string][] = [
  ['ip', '10.1.2.3'],
  ['ip-or-star', '*'],
  ['cidr', '10.1.0.0/16'],
  ['port', '8080'],
  ['port-list', '80,443,8000-8080'],
  ['mac', '00:1a:2b:3c:4d:5e'],
  ['mobile-cn', '13800138000'],
  ['url', 'https://example.com/path'],
];

export const examples: Example[] = samples.map(([format, value]) => ({ name: format, field: exampleField(format, { format }), value }));
