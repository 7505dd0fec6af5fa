import { resolve } from 'node:path';

import { parseIpRule } from '#domain/formats/ip-list.ts';
import { type PrometheusConfig, readConfig, TelemetryConfigError } from '#server/telemetry/prometheus/config.ts';
import type { SeedName } from '#server/seed/seed.ts';

export type Environment = {
  port: number;
  host: string;
  dataDir: string;
  /** PostgreSQL, where the data is not in the directory. */
  databaseUrl?: string;
  /** Keys under which secrets are kept, the newest first; else they are in the data directory. */
  secretsKey?: string;
  /** Days for which rows of a kind are kept, where it is not what the contract says; 0 for ever. */
  retention: ReadonlyMap<string, number>;
  seed: SeedName;
  captcha: boolean;
  /** Another backend of the same contract: this process then only passes on. */
  apiUrl?: string;
  /** Somebody else's contract, a file or an address: this process then serves the console of that one. */
  contract?: string;
  /** OpenAPI Overlays that refine that contract, in their order. */
  overlays: string[];
  /** Addresses and networks of proxies whose word is taken for the caller's address. */
  trustedProxies: string[];
  /** A Prometheus-compatible store that is asked what was measured. */
  telemetry?: PrometheusConfig;
  /** Webhooks of alarms may reach this machine and private networks. */
  webhooksInside: boolean;
  /** A folder of migrations instead of the project's. */
  migrations?: string;
  /** HTTP address that takes mail and SMS, and its bearer token. */
  gateway?: { url: string; token?: string };
};

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** A setting that cannot be: the message says what to set instead. */
export class SettingsError extends Error {}

/** The environment (docs/how-to.md lists it), read once. */
export function readSettings(env: NodeJS.ProcessEnv): Environment {
  const host = env['HOST'] || '127.0.0.1';
  const captcha = env['CAPTCHA'] !== 'off';
  const demo = env['DEMO'] !== 'off';
  const exposed = !LOOPBACK.has(host);
  if (exposed && env['DEMO'] !== 'on' && (demo || !captcha)) {
    throw new SettingsError(
      `HOST=${host} would open demo accounts or a log-in without captcha to the network. Set DEMO=off and leave CAPTCHA on, or DEMO=on if that is what you want.`,
    );
  }
  return {
    port: portOf(env['PORT']),
    host,
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl: databaseUrlOf(env['DATABASE_URL']),
    secretsKey: env['SECRETS_KEY'] || undefined,
    retention: retentionOf(env['RETENTION']),
    seed: env['SEED'] === 'examples' ? 'examples' : demo ? 'demo' : 'empty',
    captcha,
    apiUrl: env['API_URL'] || undefined,
    contract: env['CONTRACT'] || undefined,
    overlays: (env['OVERLAY'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    trustedProxies: proxiesOf(env['TRUSTED_PROXIES']),
    telemetry: telemetryOf(env),
    webhooksInside: env['WEBHOOKS_INSIDE'] === 'on',
    migrations: env['MIGRATIONS'] ? resolve(env['MIGRATIONS']) : undefined,
    gateway: gatewayOf(env['MESSAGE_GATEWAY'], env['MESSAGE_GATEWAY_TOKEN']),
  };
}

function proxiesOf(text: string | undefined): string[] {
  const proxies = (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
  const wrong = proxies.find((each) => each.includes('-') || !('low' in parseIpRule(each)));
  if (wrong !== undefined)
    throw new SettingsError(`TRUSTED_PROXIES names ${wrong}, which is no address or network. Set something like 10.0.0.5, 10.1.0.0/16.`);
  return proxies;
}

/** `LoginLog=365, revisions=0`. */
function retentionOf(text: string | undefined): Map<string, number> {
  const said = (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
  return new Map(
    said.map((each) => {
      const [, name, days] = /^(\w+)=(\d{1,5})$/.exec(each) ?? [];
      if (name === undefined)
        throw new SettingsError(`RETENTION says ${each}. Set names and days, such as LoginLog=365, revisions=0 (0 keeps for ever).`);
      return [name, Number(days)];
    }),
  );
}

function gatewayOf(url: string | undefined, token: string | undefined): Environment['gateway'] {
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new SettingsError(`MESSAGE_GATEWAY=${url} is no address. Set the http or https address that takes mail and SMS.`);
  return { url, ...(token ? { token } : {}) };
}

function telemetryOf(env: NodeJS.ProcessEnv): PrometheusConfig | undefined {
  const url = env['TELEMETRY_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new SettingsError(
      `TELEMETRY_URL=${url} is no address. Set that of a Prometheus-compatible store, for example http://metrics.example:8428.`,
    );
  try {
    return readConfig({ url, token: env['TELEMETRY_TOKEN'], file: env['TELEMETRY_CONFIG'] || undefined, env });
  } catch (error) {
    if (error instanceof TelemetryConfigError) throw new SettingsError(error.message);
    throw error;
  }
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\/./.test(text))
    throw new SettingsError(
      'DATABASE_URL is no address of a PostgreSQL: it begins with postgres://, for example postgres://console:secret@db.example/console.',
    );
  return text;
}

function portOf(text: string | undefined): number {
  const port = Number(text || '8080');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SettingsError(`PORT=${text ?? ''} is no port. Set a number from 0 to 65535.`);
  return port;
}
