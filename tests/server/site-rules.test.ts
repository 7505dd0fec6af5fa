import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asObject, isObject, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { parsePointer, setPointer } from '#domain/pointer.ts';
import { runRules } from '#domain/rules/registry.ts';
import { type Client, COMPANY, type Reply, testServer, type TestServer } from '#tests/server/harness.ts';
import { rulesOf } from '#tests/spec/contract-parts.ts';
import { nodeAt } from '#tests/spec/contract.ts';
import { objects } from '#tests/support/answers.ts';
import { siteFaults } from '#tests/support/site-rules.ts';
import { type SiteFault, valueOf } from '#tests/support/site-faults/fault.ts';
import { devices, otherSite, soundSite } from '#tests/support/site-faults/world.ts';

const OWN = '/api/v1/companies/c-huaxin';
const sites = `${OWN}/sites`;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  for (const device of Object.values(devices)) expect((await client.post(`${OWN}/devices`, device)).status).toBe(201);
  expect((await client.post(sites, otherSite)).status).toBe(201);
});
afterAll(() => server.remove());

/** The site with the fault in it, and nothing else that is wrong. */
function faulty({ base, set }: SiteFault): Json {
  return Object.entries(set).reduce<Json>((doc, [pointer, entry]) => {
    const value = valueOf(entry);
    return value === null ? without(doc, pointer) : setPointer(doc, pointer, value);
  }, soundSite(base));
}

function without(doc: Json, pointer: string): Json {
  const last = parsePointer(pointer).at(-1) ?? '';
  const copy = structuredClone(doc);
  const owner = parsePointer(pointer)
    .slice(0, -1)
    .reduce<unknown>((each, name) => (isObject(each) ? each[name] : undefined), copy);
  if (isObject(owner)) delete owner[last];
  return copy;
}

/** What another site holds, where nothing else is wrong. */
const conflicts = new Set(['duplicate.site-name', 'device.registered', 'device.backup-in-use']);

const tried = (body: Json, locale: 'en' | 'zh'): Promise<Reply> => client.post(sites, body, { query: { dryRun: 'true', locale } });

describe('what a site can break', () => {
  test.each(['ospf', 'bgp'] as const)('nothing is wrong before, with %s', async (base) => {
    expect(await tried(soundSite(base), 'en')).toMatchObject({ status: 201 });
  });

  test.each(siteFaults.map((fault) => [fault.title, fault] as const))('%s', async (_, fault) => {
    for (const locale of ['en', 'zh'] as const) {
      const { status, body } = await tried(faulty(fault), locale);
      const found = objects(body['errors']).find(({ pointer, code }) => pointer === fault.at && code === fault.code);
      const { params, detail, level = 'error' } = found ?? {};
      expect({ params, detail, level }, JSON.stringify(body['errors'])).toMatchObject({
        params: fault.params,
        detail: fault[locale],
        level: fault.level ?? 'error',
      });
      expect(status).toBe(fault.level === 'confirm' || conflicts.has(fault.code) ? 409 : 422);
    }
  });
});

describe('the table', () => {
  const declared = objects(nodeAt('schemas/entities/site.yaml#/x-ui/rules'));
  const sources = new Set(siteFaults.flatMap(({ source }) => source));

  test.each(declared.map((rule, index) => [JSON.stringify(rule['over']), index] as const))('breaks the rule over %s', (over, index) => {
    const use = rulesOf('schemas/entities/site.yaml')[index];
    const breaks = siteFaults.some((fault) => use !== undefined && runRules([use], faulty(fault)).length > 0);
    expect(breaks, over).toBe(true);
  });

  test('names every statement of the specification that a rule of a site rests on', () => {
    const named = declared.flatMap(({ source }) => (typeof source === 'string' ? [source] : texts(source)));
    expect(named.filter((source) => source !== 'ours' && !sources.has(source))).toEqual([]);
    expect(asObject(nodeAt('openapi/problems.yaml#/site.vpn-conflict'))['source']).toBe('8.other.vpn-subnet-conflict');
  });
});
