import { createHmac } from 'node:crypto';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What the other side said; `final`: it would say the same again. */
export type WebhookResult = { ok: boolean; final: boolean; answer: string };

const PATIENCE_MS = 10_000;
const HEARD = 300;
const TRY_AGAIN = new Set([408, 425, 429]);

/** Addresses of this machine and of networks that are nobody's on the internet: a tenant's webhook must not reach into them. */
const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

class RefusedAddress extends Error {}

/** Posts a body, signed with the time so that nobody can send it again later. Redirections are not followed. */
export async function post(
  url: string,
  { id, body, secret, now, inside }: { id: string; body: string; secret: string | undefined; now: number; inside: boolean },
): Promise<WebhookResult> {
  const seconds = Math.floor(now / 1000);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-wan-delivery': id,
    ...(secret === undefined ? {} : { 'x-wan-signature': `t=${seconds},v1=${signature(secret, seconds, body)}` }),
  };
  try {
    const { status, text } = await answered(new URL(url), headers, body, inside);
    const ok = status >= 200 && status < 300;
    return { ok, final: ok || (status < 500 && !TRY_AGAIN.has(status)), answer: `${status} ${text}`.trim() };
  } catch (error) {
    return { ok: false, final: error instanceof RefusedAddress, answer: error instanceof Error ? error.message : String(error) };
  }
}

export function signature(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

function answered(url: URL, headers: Record<string, string>, body: string, inside: boolean): Promise<{ status: number; text: string }> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (!inside && isIP(host) !== 0) mustBeOutside(host);
  const send = url.protocol === 'https:' ? secure : plain;
  return new Promise((done, fail) => {
    const request = send(
      url,
      { method: 'POST', headers, signal: AbortSignal.timeout(PATIENCE_MS), ...(inside ? {} : { lookup: outside }) },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          // no more is kept, and nobody can fill the memory
          if (text.length < HEARD) text += chunk.slice(0, HEARD - text.length);
          else response.destroy();
        });
        response.once('close', () => done({ status: response.statusCode ?? 0, text: text.trim() }));
      },
    );
    request.once('error', fail);
    request.end(body);
  });
}

/** Looks at the address that is connected to, not at one that was asked for before. */
const outside: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`No address of ${host}`), []);
    try {
      for (const { address } of addresses) mustBeOutside(address);
    } catch (refused) {
      return done(refused instanceof Error ? refused : new Error(String(refused)), []);
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

function mustBeOutside(address: string): void {
  if (inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
    throw new RefusedAddress(`${address} is an inner address: set WEBHOOKS_INSIDE=on to reach it`);
}
