import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
});
afterAll(() => server.remove());

/** A program that this machine may have. */
const findTool = (name: string): string | undefined =>
  ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)].map((folder) => join(folder, name)).find((file) => existsSync(file));

const capinfos = findTool('capinfos');
test.skipIf(capinfos === undefined)('a capture is opened by Wireshark’s own reader (skipped where capinfos is not installed)', async () => {
  const path = `/api/v1/companies/${await companyOf(client)}/diagnosisTasks`;
  const [online] = resultsOf(await client.get(path.replace('diagnosisTasks', 'sites'), { query: { state: 'ONLINE', limit: '1' } }));
  const made = await client.post(path, {
    siteId: online?.['siteId'],
    kind: 'capture',
    target: 'shop.example.com',
    port: 8443,
    count: 25,
  });
  for (let second = 0; second < 12; second++) {
    server.clock.advance(1000);
    await server.services.jobs.runDue();
  }
  const { token } = await server.services.sessions.create(COMPANY);
  const url = `${path}/${String(made.body['id'])}/file`;
  const { rawPayload } = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-capture-'));
  writeFileSync(join(folder, 'capture.pcap'), rawPayload);
  const said = execFileSync(capinfos ?? '', ['-M', '-c', '-E', join(folder, 'capture.pcap')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(said).toMatch(/File encapsulation:\s+ether/);
  expect(said).toMatch(/Number of packets:\s+25/);
});
