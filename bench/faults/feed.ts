import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { asArray, asObject, asText } from '#domain/json.ts';
import { progress } from '#bench/figure.ts';
import type { MetricsStore } from '#tests/support/victoria-metrics.ts';

const SITES_A_FEED = 250;
const EVERY_MS = 60_000;
const READINGS = 15;

/** Gives a store a quarter of an hour of readings of every port and device of a seeded network. */
export async function feedNetwork(store: MetricsStore, folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'console.db'), { readOnly: true });
  const sites = database
    .prepare('select id, doc from r_site')
    .all()
    .map(({ id, doc }) => ({ id: String(id), ports: asArray(asObject(JSON.parse(String(doc)))['wan']) }));
  database.close();
  const now = Date.now();
  let fed = 0;
  for (let at = 0; at < sites.length; at += SITES_A_FEED) {
    const lines: string[] = [];
    for (const { id, ports } of sites.slice(at, at + SITES_A_FEED))
      for (let reading = 0; reading < READINGS; reading++) {
        const time = now - (READINGS - reading) * EVERY_MS;
        const seconds = (reading * EVERY_MS) / 1000;
        lines.push(`wan_device_cpu_ratio{site="${id}"} 0.3 ${time}`, `wan_device_memory_ratio{site="${id}"} 0.5 ${time}`);
        for (const [index, port] of ports.entries()) {
          const labels = `site="${id}",interface="${asText(asObject(port)['logicName']) ?? `WAN${index + 1}`}"`;
          lines.push(`wan_interface_transmit_bytes_total{${labels}} ${seconds * 1e6} ${time}`);
          lines.push(`wan_interface_receive_bytes_total{${labels}} ${seconds * 2e6} ${time}`);
          lines.push(`wan_link_latency_seconds{${labels}} 0.02 ${time}`, `wan_link_jitter_seconds{${labels}} 0.002 ${time}`);
          lines.push(`wan_link_loss_ratio{${labels}} 0.001 ${time}`, `wan_link_up{${labels}} 1 ${time}`);
        }
      }
    await store.feed(lines);
    fed += lines.length;
  }
  progress(`  ${fed} readings of ${sites.length} sites in a store`);
}
