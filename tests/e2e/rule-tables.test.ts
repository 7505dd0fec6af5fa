import { beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';

/** What an operator does with rules that are there already. */
const { enter } = stage();
const patient = { timeout: 15_000 };
const company = '/api/v1/companies/c-huaxin';

let page: Page;

beforeEach(async () => {
  ({ page } = await enter());
  await logIn(page, 'company@demo.example');
});

const row = (name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** A rule table is ready when its rows can be moved. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .waitFor();
}

type Rule = Record<string, unknown> & { name: string; revision: number };

async function ruleNamed(path: string, name: string): Promise<Rule | undefined> {
  const { results } = await callApi<{ results: Rule[] }>(page, 'GET', `${company}/${path}?keyword=${encodeURIComponent(name)}`);
  return results.find((rule) => rule.name === name);
}

test('a rule is duplicated: all but what is its own, under a name of its own', async () => {
  await open('/acl');
  await row('VoIP').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const form = page.getByRole('dialog', { name: 'Duplicate ACL rule' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  expect(await name.inputValue()).toBe('VoIP copy');
  // a reload keeps the copy open: it is in the address
  expect(new URL(page.url()).searchParams.get('copy')).toBe(String((await ruleNamed('aclRules', 'VoIP'))?.['id']));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const [first, second] = [await ruleNamed('aclRules', 'VoIP'), await ruleNamed('aclRules', 'VoIP copy')];
  const same = ({ strategy, protocol, source, destination, srcZone, dstZone, priority, siteIds }: Rule): unknown => ({
    strategy,
    protocol,
    source,
    destination,
    srcZone,
    dstZone,
    priority,
    siteIds,
  });
  expect(second && same(second)).toEqual(first && same(first));
  expect(second).toMatchObject({ revision: 1 });
  expect(second?.['hits'] ?? 0).toBe(0);

  // the copy of a copy counts on, and what is taken is said at its field
  await page.goto(`/acl?copy=${String(first?.['id'])}`);
  await name.waitFor();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(() => name.getAttribute('aria-invalid'), patient).toBe('true');
  await page.goto(`/acl?copy=${String(second?.['id'])}`);
  await expect.poll(() => name.inputValue(), patient).toBe('VoIP copy 2');
});
