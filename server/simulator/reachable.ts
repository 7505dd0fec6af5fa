import type { Reached } from '#server/kernel/network.ts';

/** What the demo WAN's name service never knows (RFC 6761), and what is no machine of another. */
const UNKNOWN = /(^|\.)(invalid|test|localhost)$/i;

/** Asks a host through a site's device, or over the internet where there is no site. */
export function reach(host: string, device: { state: string } | undefined): Reached {
  if (device && device.state !== 'ONLINE' && device.state !== 'EXCEPTION') return 'siteOffline';
  return UNKNOWN.test(host) ? 'nameUnknown' : 'answered';
}
