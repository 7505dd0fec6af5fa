import { asArray, asObject } from '#domain/json.ts';
import { logIn } from '#bench/server/session.ts';
import { timed } from '#bench/figure.ts';
import { startServer } from '#tests/support/server.ts';

export const SITES = 1000;
const RUNS = 3;

/** How long a dry run of a thousand new sites takes, with every check of each, in seconds; nothing of it stays. */
export async function measureSiteBatch(): Promise<number[]> {
  const server = await startServer();
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const headers = { authorization: `Bearer ${await logIn(url, 'company@demo.example')}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ dryRun: true, items: Array.from({ length: SITES }, (_, index) => newSite(index)) });
    const times = await timed(RUNS, async () => {
      const answer = await fetch(`${url}/api/v1/bulk`, { method: 'POST', headers, body });
      const results = asArray(asObject(await answer.json()).results);
      if (results.length !== SITES || results.some((each) => asObject(each).status !== 201))
        throw new Error(`The dry run answered ${answer.status}`);
    });
    return times.map((each) => each / 1000);
  } finally {
    await server.stop();
  }
}

function newSite(index: number) {
  return {
    operation: 'createSite',
    path: { companyId: 'c-huaxin' },
    body: {
      name: `Batch_${index}`,
      deployMode: 'gateway',
      wan: [{ logicName: 'WAN1', port: 'eth0', ipmode: 'dhcp', metric: 10 }],
      lan: [{ name: 'LAN1', lanIp: `10.${200 + (index >> 8)}.${index & 255}.1`, mask: 25, ipmode: 'FIA' }],
    },
  };
}
