import { addressRule } from '#domain/formats/address-rule.ts';
import { asNumber } from '#domain/formats/as-number.ts';
import { byte } from '#domain/formats/byte.ts';
import { cidrHost } from '#domain/formats/cidr-host.ts';
import { cidrOrEmpty } from '#domain/formats/cidr-or-empty.ts';
import { cidr } from '#domain/formats/cidr.ts';
import { coordinates } from '#domain/formats/coordinates.ts';
import { dateTime } from '#domain/formats/date-time.ts';
import { date } from '#domain/formats/date.ts';
import { domain } from '#domain/formats/domain.ts';
import { emailList } from '#domain/formats/email-list.ts';
import { emailOrEmpty } from '#domain/formats/email-or-empty.ts';
import { email } from '#domain/formats/email.ts';
import type { Format } from '#domain/formats/format.ts';
import { fwmark } from '#domain/formats/fwmark.ts';
import { hostname } from '#domain/formats/hostname.ts';
import { id } from '#domain/formats/id.ts';
import { idnEmail } from '#domain/formats/idn-email.ts';
import { idnHostname } from '#domain/formats/idn-hostname.ts';
import { ip } from '#domain/formats/ip-address.ts';
import { ipList } from '#domain/formats/ip-list.ts';
import { ipOrStar } from '#domain/formats/ip-or-star.ts';
import { ipRange } from '#domain/formats/ip-range.ts';
import { ipv4 } from '#domain/formats/ipv4.ts';
import { ipv6 } from '#domain/formats/ipv6.ts';
import { macOrStar } from '#domain/formats/mac-or-star.ts';
import { mac } from '#domain/formats/mac.ts';
import { mask } from '#domain/formats/mask.ts';
import { mobileCn } from '#domain/formats/mobile-cn.ts';
import { name } from '#domain/formats/name.ts';
import { nextHop } from '#domain/formats/next-hop.ts';
import { password } from '#domain/formats/password.ts';
import { plainText } from '#domain/formats/plain-text.ts';
import { portList } from '#domain/formats/port-list.ts';
import { portOrStar } from '#domain/formats/port-or-star.ts';
import { port } from '#domain/formats/port.ts';
import { regex } from '#domain/formats/regex.ts';
import { siteName } from '#domain/formats/site-name.ts';
import { ssid } from '#domain/formats/ssid.ts';
import { timeOfDay } from '#domain/formats/time-of-day.ts';
import { isStandard } from '#domain/formats/standard.ts';
import { time } from '#domain/formats/time.ts';
import { timezone } from '#domain/formats/timezone.ts';
import { uriReference } from '#domain/formats/uri-reference.ts';
import { uri } from '#domain/formats/uri.ts';
import { url } from '#domain/formats/url.ts';
import { uuid } from '#domain/formats/uuid.ts';
import { weekdayRange } from '#domain/formats/weekday-range.ts';
import { wifiKey } from '#domain/formats/wifi-key.ts';
import { zoneName } from '#domain/formats/zone-name.ts';

const all: readonly Format[] = [
  addressRule,
  asNumber,
  byte,
  cidr,
  cidrHost,
  cidrOrEmpty,
  coordinates,
  date,
  dateTime,
  domain,
  email,
  emailList,
  emailOrEmpty,
  fwmark,
  hostname,
  id,
  idnEmail,
  idnHostname,
  ip,
  ipList,
  ipOrStar,
  ipRange,
  ipv4,
  ipv6,
  mac,
  macOrStar,
  mask,
  mobileCn,
  name,
  nextHop,
  password,
  plainText,
  port,
  portList,
  portOrStar,
  regex,
  siteName,
  ssid,
  time,
  timeOfDay,
  timezone,
  uri,
  uriReference,
  url,
  uuid,
  weekdayRange,
  wifiKey,
  zoneName,
];

/** Every format of ours that a schema may name; those of `standard.ts` stand beside them. All of them run in the browser, on the server and in codegen. */
export const formats: Readonly<Record<string, Format>> = Object.fromEntries(all.map((format) => [format.name, format]));

export function isFormat(format: string): boolean {
  return Object.hasOwn(formats, format) || isStandard(format);
}
