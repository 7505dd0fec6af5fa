import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { asObject } from '#domain/json.ts';
import type { Field, OperationForm } from '#domain/model.ts';
import { there } from '#tests/support/answers.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';

/** What a person reads of the contract: in both languages, and enough of it. */
const generated = resolve(import.meta.dirname, '../generated');

test('every label and every help text stands in both languages', () => {
  expect(asObject(JSON.parse(readFileSync(join(generated, 'report.json'), 'utf8')))['missingLabels']).toEqual([]);
});

test('a parameter that takes several values of an enumeration calls each by its word', () => {
  const form = readFileSync(join(generated, 'model/forms/getDnsAnalysis.json'), 'utf8');
  const { zh } = asObject(asObject(JSON.parse(form))['labels']);
  expect(asObject(asObject(asObject(zh)['enums'])['rcode'])['NXDOMAIN']).toBe('域名不存在');
});

test('what refers to another item is called as that is in both languages, not by its id', () => {
  const folder = join(generated, 'model/forms');
  let looked = 0;
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const { operation, labels }: OperationForm = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const { name, ref } of operation.query) {
      if (!ref) continue;
      const said = [labels.en.fields[name], labels.zh.fields[name]];
      expect([file, said]).toEqual([file, [expect.not.stringMatching(/\bIDs?\b/), expect.not.stringMatching(/ID|编号/)]]);
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(10);
  expect(labelsOf('AlarmCause', 'en').fields['companyId']).toBe('Company');
});

/** Names that say all there is to say. */
const PLAIN = new Set(
  'name remark notes contact contactPhone contactMobile mobile supportPhone supportMail applicant applicantPhone city address location longitude latitude isp role ip mask bandwidth siteId port proxyPort interface sn model managementIp contractNumber contractStart monthlyFee maintenanceEnd leaseStartTime leaseEndTime startDate endDate kind category provider circuitNumber domesticPopId aZoneId zZoneId action domain pppoeAccount peerAs macList preferredDns enable wanSetTag tcpPort entries up down companyId'.split(
    ' ',
  ),
);

/** Pages whose fields are all explained. */
const groups = new Set(['configuration', 'resource-planning', 'compliance', 'diagnosis', 'report']);
const elsewhere = new Set(['/spiManage', '/routerConfig', '/qos']);
const resources = model.navigation
  .filter(({ group, path }) => groups.has(group) && !elsewhere.has(path))
  .flatMap(({ tabs }) => tabs ?? [])
  .filter((name, index, all) => all.indexOf(name) === index);

test.each(resources)('what a form of %s asks for is explained, or plain', (name) => {
  const { schemas, item } = resourceOf(name);
  const { help } = labelsOf(name, 'en');
  const bare = asked(there(schemas[item])).filter(
    (field) => field.fields === undefined && !PLAIN.has(field.name) && help[field.path] === undefined,
  );
  expect([...new Set(bare.map(({ path }) => path))]).toEqual([]);
});

/** Every named field that a form shows; items of a list are explained by the list. */
function asked(field: Field): Field[] {
  if (field.readOnly || field.hide?.includes('form')) return [];
  const below = [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items ? [field.items] : [])].flatMap(asked);
  return field.name === '' ? below : [field, ...below];
}

test('values that mean something of their own have words, and so has their absence', () => {
  expect(labelsOf('Site', 'zh').enums['speedLimit']).toEqual({ '0': '不限速' });
  expect(labelsOf('Site', 'en').enums['qos.down']).toEqual({ '0': 'Unlimited' });
  expect(labelsOf('RateLimitRule', 'en').enums['rateIn']).toEqual({ '0': 'Unlimited' });
  expect(labelsOf('Device', 'zh').enums['reachability']).toEqual({ '': '从未联系', reachable: '可达', unreachable: '不可达' });
});
