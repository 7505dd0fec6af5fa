import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { asArray, asObject } from '#domain/json.ts';
import { settleAttention } from '#server/features/alarm/attention.ts';
import { post, signature } from '#server/features/alarm/notify/webhook.ts';
import { gatewayOutbox } from '#server/kernel/outbox.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

type Heard = { headers: IncomingHttpHeaders; body: string };
/** Takes what is posted, and answers as it is told. */
type Sink = { url: string; heard: Heard[]; answers: [status: number, text: string][]; stop: () => Promise<void> };

async function sink(): Promise<Sink> {
  const heard: Heard[] = [];
  const answers: Sink['answers'] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      const [status, text] = answers.shift() ?? [204, ''];
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, heard, answers, stop: () => new Promise((done) => server.close(() => done())) };
}

let mail: Sink;
let hook: Sink;
let server: TestServer;
let client: Client;
let company: string;
let at: string;

beforeAll(async () => {
  [mail, hook] = await Promise.all([sink(), sink()]);
  server = await testServer({ outbox: gatewayOutbox(mail.url), webhooksInside: true });
});
beforeEach(async () => {
  client = await server.as(COMPANY);
  company = await companyOf(client);
  at = `/api/v1/companies/${company}`;
  mail.heard.length = hook.heard.length = 0;
});
afterAll(async () => {
  await server.remove();
  await Promise.all([mail.stop(), hook.stop()]);
});

const deliveries = async (query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  resultsOf(await client.get(`${at}/alarmDeliveries`, { query: { limit: '100', ...query } }));
const created = async (body: Record<string, unknown>): Promise<string> => {
  const made = await client.post(`${at}/alarmNotifications`, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return String(made.body['id']);
};
/** Something happens at a site that runs. */
async function raise(alertId: string, code: string, severity: 'Warning' | 'Emergency'): Promise<void> {
  const { store, system, clock } = server.services;
  const [site] = resultsOf(await client.get(`${at}/sites`, { query: { limit: '100' } })).filter(({ state }) => state === 'ONLINE');
  await system.write(async (tx) => {
    await tx.insert(store.spec('Alert'), {
      alertId,
      companyId: company,
      neId: String(site?.['siteId']),
      code,
      name: code,
      severity,
      status: 'firing',
      attention: 'due',
      raisedAt: timestamp(clock.now()),
    });
  });
  await settleAttention(server.services, company);
  await server.services.jobs.runDue();
}

describe('notifications of alarms', () => {
  test('are sent by webhook, signed, when an alarm that they are about fires and when it is resolved', async () => {
    const id = await created({
      name: 'Hook',
      kind: 'webhook',
      url: `${hook.url}/in`,
      secret: 'a signing secret',
      language: 'en',
      groups: ['device'],
    });
    await raise('al-hook', 'device.power', 'Emergency');
    await raise('al-other', 'link.flap', 'Warning');
    expect(hook.heard).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = hook.heard;
    const message = asObject(JSON.parse(body));
    expect(message).toMatchObject({ event: 'firing', alert: { alertId: 'al-hook', code: 'device.power' } });
    expect(message['subject']).toMatch(/^\[Alarm\] Power supply · /);
    const [, seconds = '', sign] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-wan-signature'])) ?? [];
    expect(sign).toBe(signature('a signing secret', Number(seconds), body));
    expect(headers['x-wan-delivery']).toBe(message['deliveryId']);
    server.clock.advance(1000);
    expect((await client.post('/api/v1/mgr/alerts/al-hook/resolve')).status).toBe(200);
    await server.services.jobs.runDue();
    expect(hook.heard.map((each) => asObject(JSON.parse(each.body))['event'])).toEqual(['firing', 'resolved']);
    expect(await deliveries({ notificationId: id })).toMatchObject([
      { event: 'resolved', state: 'delivered', attempts: 1, answer: '204' },
      { event: 'firing', state: 'delivered', alertId: 'al-hook' },
    ]);
    // the secret is told to nobody
    expect((await client.get(`${at}/alarmNotifications/${id}`)).body).not.toHaveProperty('secret');
    await client.delete(`${at}/alarmNotifications/${id}`, { ifMatch: '*' });
  });

  test('are written by mail to those of its severity, and to whom the platform configured', async () => {
    await created({ name: 'Mail', kind: 'mail', receivers: 'a@acme.example;b@acme.example', severities: ['Emergency'], language: 'zh' });
    await raise('al-mail-1', 'device.restart', 'Warning');
    expect(mail.heard).toEqual([]);
    await raise('al-mail-2', 'device.power', 'Emergency');
    const written = mail.heard.map(({ body }) => asObject(JSON.parse(body)));
    expect(new Set(written.map(({ to }) => to))).toEqual(
      new Set(['a@acme.example', 'b@acme.example', 'noc@demo.example', 'noc@huaxin.example']),
    );
    expect(written[0]).toMatchObject({ channel: 'mail', subject: expect.stringMatching(/^\[告警\] 电源故障 · /) });
  });

  test('are tried again with growing pauses, and say what the other side said', async () => {
    const id = await created({ name: 'Slow', kind: 'webhook', url: hook.url, severities: ['Emergency'] });
    hook.answers.push([503, 'come back later'], [500, 'oh'], [200, 'thanks']);
    expect((await client.post(`${at}/alarmNotifications/${id}/test`)).body).toMatchObject({ lastState: 'waiting' });
    await server.services.jobs.runDue();
    const [first] = await deliveries({ notificationId: id });
    expect(first).toMatchObject({ event: 'test', state: 'waiting', attempts: 1, answer: '503 come back later' });
    expect(Date.parse(String(first?.['nextAt'])) - server.clock.now()).toBe(10_000);
    server.clock.advance(10_000);
    await server.services.jobs.runDue();
    expect(await deliveries({ notificationId: id })).toMatchObject([{ attempts: 2, answer: '500 oh' }]);
    server.clock.advance(60_000);
    await server.services.jobs.runDue();
    expect(await deliveries({ notificationId: id })).toMatchObject([{ state: 'delivered', attempts: 3, answer: '200 thanks' }]);
    expect((await client.get(`${at}/alarmNotifications/${id}`)).body).toMatchObject({ lastState: 'delivered', lastAnswer: '200 thanks' });
    // what is refused for good is not sent again
    hook.answers.push([410, 'gone']);
    await client.post(`${at}/alarmNotifications/${id}/test`);
    await server.services.jobs.runDue();
    expect((await deliveries({ notificationId: id })).find(({ answer }) => answer === '410 gone')).toMatchObject({
      state: 'failed',
      attempts: 1,
    });
    await client.delete(`${at}/alarmNotifications/${id}`, { ifMatch: '*' });
  });

  test('are not sent of what asks for nobody', async () => {
    const id = await created({ name: 'Quiet', kind: 'webhook', url: hook.url });
    const now = server.clock.now();
    const work = { name: 'Work', startTime: timestamp(now - 1000), endTime: timestamp(now + 3_600_000), siteIds: [] };
    const made = await client.post(`${at}/maintenanceWindows`, work);
    expect(made.status).toBe(201);
    await raise('al-quiet', 'device.fan', 'Warning');
    expect(hook.heard).toEqual([]);
    await client.delete(`${at}/maintenanceWindows/${String(made.body['id'])}`, { ifMatch: '*' });
    await server.services.jobs.runDue();
    await server.services.jobs.runDue();
    expect(hook.heard.map(({ body }) => asObject(asObject(JSON.parse(body))['alert'])['alertId'])).toContain('al-quiet');
    await client.delete(`${at}/alarmNotifications/${id}`, { ifMatch: '*' });
  });

  test('are configured by who may edit alarms, with what their kind needs', async () => {
    const bare = await client.post(`${at}/alarmNotifications`, { name: 'Bare', kind: 'webhook' });
    expect(bare).toMatchObject({ status: 422 });
    expect(asArray(bare.body['errors']).map((each) => asObject(each)['pointer'])).toEqual(['/url']);
    const viewer = await server.as(VIEWER);
    expect((await viewer.post(`${at}/alarmNotifications`, { name: 'No', kind: 'mail', receivers: 'a@acme.example' })).status).toBe(403);
  });
});

test.each([
  'http://127.0.0.1:1/',
  'http://localhost:1/',
  'http://[::1]:1/',
  'http://10.0.0.1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://169.254.169.254/',
])('a webhook does not reach into %s', async (url) => {
  const said = await post(url, { id: 'x', body: '{}', secret: undefined, now: 0, inside: false });
  expect(said).toMatchObject({ ok: false, final: true, answer: expect.stringContaining('is an inner address') });
});
