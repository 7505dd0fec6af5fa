import { createServer } from 'node:http';
import { vi } from 'vitest';

import type { manualClock } from '#server/store/clock.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import { freePort } from '#tests/support/server.ts';
import { type Client, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const MINUTE = 60_000;

export type MeasuredWorld = {
  server: TestServer;
  /** Anew after a while: sessions end. */
  boss: () => Promise<Client>;
  companyId: string;
  /** `/api/v1/companies/…` */
  at: string;
  /** Makes a site with a device of its own, and answers its id. */
  addSite: (name: string, more?: Record<string, unknown>) => Promise<string>;
  /** Time passes, and every half minute what is due runs. */
  pass: (minutes: number) => Promise<void>;
};

/** An empty installation in front of a store of measurements, with a company. */
export async function measuredWorld(telemetry: PrometheusConfig, clock?: ReturnType<typeof manualClock>): Promise<MeasuredWorld> {
  const quiet = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const server = await testServer({ seed: 'empty', telemetry, ...(clock ? { clock } : {}) });
  quiet.mockRestore();
  const { store, system, jobs } = server.services;
  const [first] = await system.docs(store.spec('User'), { skip: 0, limit: 1 });
  await system.write(async (tx) => {
    await tx.insert(store.spec('User'), {
      username: SUPER,
      name: 'Boss',
      loginMethod: 'password',
      accountType: 'superAdmin',
      admin: true,
      rolesId: first?.rolesId ?? [],
      regions: [],
      enable: true,
      ipWhitelist: [],
    });
  });
  const boss = (): Promise<Client> => server.as(SUPER);
  const made = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await (await boss()).post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const companyId = String((await made('/api/v1/companies', { name: 'First company' }))['companyId']);
  const at = `/api/v1/companies/${companyId}`;
  return {
    server,
    boss,
    companyId,
    at,
    async addSite(name, more = {}) {
      const sn = `AR1200-${name}`;
      await made(`${at}/devices`, { sn, model: 'AR1200' });
      const wan = [{ logicName: 'WAN1', ipmode: 'dhcp', bandwidth: { up: 400, down: 800 } }];
      return String((await made(`${at}/sites`, { name, deployMode: 'gateway', sn, wan, ...more }))['siteId']);
    },
    async pass(minutes) {
      for (let half = 0; half < 2 * minutes; half++) {
        server.clock.advance(MINUTE / 2);
        await jobs.runDue();
      }
    },
  };
}

export type Passage = {
  url: string;
  /** Queries that are refused from now on. */
  refuse: (isRefused: (query: string) => boolean) => void;
  stop: () => void;
};

/** A way to a store on which queries can be lost. */
export async function passageTo(url: string): Promise<Passage> {
  let isRefused: (query: string) => boolean = () => false;
  const port = await freePort();
  const passage = createServer((request, response) => {
    let form = '';
    request.on('data', (part: Buffer) => (form += part.toString()));
    request.on('end', () => {
      if (isRefused(new URLSearchParams(form).get('query') ?? '')) {
        response.writeHead(503).end('gone');
        return;
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const passOn = async (): Promise<void> => {
        const answer = await fetch(`${url}${request.url ?? ''}`, { method: 'POST', body: form, headers });
        response.writeHead(answer.status).end(await answer.text());
      };
      void passOn();
    });
  });
  await new Promise<void>((resolve) => passage.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    refuse: (next) => (isRefused = next),
    stop: () => passage.close(),
  };
}
