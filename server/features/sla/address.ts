import type { Entities } from '#generated/server/entities.ts';

const HTTPS = 443;
const HTTP = 80;

/** What a task probes, as probers write it: an address of HTTP, a host with its port of TCP, else a host. */
export function addressOf({ probeType, target, tcpPort = HTTPS, tls = true, httpPort = HTTPS, path = '/' }: Entities['SlaTask']): string {
  const host = target.includes(':') ? `[${target}]` : target;
  if (probeType === 'TCPing') return `${host}:${tcpPort}`;
  if (probeType !== 'Http') return target;
  const port = httpPort === (tls ? HTTPS : HTTP) ? '' : `:${httpPort}`;
  return `${tls ? 'https' : 'http'}://${host}${port}${path === '/' ? '' : path}`;
}
