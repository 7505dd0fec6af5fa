import { beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };

const rules = '/api/v1/companies/c-huaxin/advancedFirewallRules';

let page: Page;

beforeEach(async () => {
  ({ page } = await enter());
  await signIn(page, 'company@demo.example');
  await page.goto('/advancedFirewall');
  await grip('VoIP').waitFor();
});

const row = (name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const grip = (name: string): Locator => row(name).getByRole('button', { name: `Move ${name}`, exact: true });

/** The rules in the order in which the table shows them, with their priority. */
async function shown(count: number): Promise<string[]> {
  const cells = await page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((each) => [...each.querySelectorAll('td')].map((cell) => cell.innerText.trim())));
  return cells.slice(0, count).map((each) => `${each[2]} ${each[3]}`);
}

async function stored(count: number): Promise<string[]> {
  const { results } = await callApi<{ results: { name: string; priority: number }[] }>(
    page,
    'GET',
    `${rules}?sort=priority&limit=${count}`,
  );
  return results.map(({ name, priority }) => `${priority} ${name}`);
}

async function expectOrder(order: string[]): Promise<void> {
  await expect.poll(() => shown(order.length), patient).toEqual(order);
  expect(await stored(order.length)).toEqual(order);
}

test('rules are reordered by keyboard, with every step announced', async () => {
  const [first, second, third] = (await shown(3)).map((text) => text.replace(/^\d+ /, '')) as [string, string, string];
  await grip(first).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${first} is over position 1`).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(`${first} is over position 2`).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(`${first} is over position 3`).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText(`The new order of ${first} is saved`).waitFor();
  const moved = [`1 ${second}`, `2 ${third}`, `3 ${first}`];
  await expectOrder(moved);
  await page.reload();
  await grip('VoIP').waitFor();
  await expectOrder(moved);

  // Escape changes nothing
  await grip(second).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${second} is over position 1`).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByText(`Moving ${second} was cancelled`).waitFor({ state: 'attached' });
  await expectOrder(moved);
});

test('rules are reordered by mouse', async () => {
  const before = (await shown(5)).map((text) => text.replace(/^\d+ /, ''));
  // hovered, it stands still, wherever the rows have come to by then
  await grip(before[3] ?? '').hover();
  const [from, to] = await Promise.all([grip(before[3] ?? '').boundingBox(), grip(before[0] ?? '').boundingBox()]);
  if (!from || !to) throw new Error('no grip');
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 4 });
  await page.getByText(`${before[3]} is over position`).waitFor({ state: 'attached' });
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 12 });
  await page.getByText(`${before[3]} is over position 1`).waitFor({ state: 'attached' });
  await page.mouse.up();
  await page.getByText(`The new order of ${before[3]} is saved`).waitFor();
  await expectOrder([`1 ${before[3]}`, `2 ${before[0]}`, `3 ${before[1]}`, `4 ${before[2]}`, `5 ${before[4]}`]);
});

test('a rule with a time range and an address set; ports belong to TCP and UDP alone', async () => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create Advanced firewall rule' });
  const text = (label: string): Locator => form.getByRole('textbox', { name: label, exact: true });
  const choose = async (label: string, option: string, typed?: string): Promise<void> => {
    await form.getByRole('combobox', { name: label, exact: true }).click();
    if (typed !== undefined) await form.getByRole('combobox', { name: label, exact: true }).fill(typed);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await text('Name').fill('E2E partner hours');
  await text('Priority').fill('41');
  await form.getByRole('radio', { name: 'Drop' }).check();

  expect(await text('Destination ports').count()).toBe(0);
  await choose('Protocol', 'TCP');
  await text('Destination ports').fill('80,99999');
  await choose('Protocol', 'GRE');
  await text('Destination ports').waitFor({ state: 'hidden' });
  await choose('Protocol', 'UDP');
  await text('Destination ports').waitFor();
  await text('Destination ports').fill('80,99999');
  await text('Destination ports').blur();
  await form.getByText('99999', { exact: false }).last().waitFor();
  await expect.poll(() => text('Destination ports').getAttribute('aria-invalid'), patient).toBe('true');
  await text('Destination ports').fill('53,500 4500-4600');
  await text('Destination ports').blur();
  await expect.poll(() => text('Destination ports').getAttribute('aria-invalid'), patient).toBe(null);

  const source = form.getByRole('group', { name: /^Source/ });
  await source.getByRole('radio', { name: 'Address set' }).check();
  await choose('Address set', 'Partner networks', 'Partner');

  const time = form.getByRole('group', { name: 'Time range' });
  await time.getByRole('radio', { name: 'Weekdays' }).check();
  expect(await time.getByRole('checkbox', { checked: true }).count()).toBe(5);
  await time.getByRole('checkbox', { name: 'Fri' }).uncheck();
  await time.getByRole('textbox', { name: 'From time' }).fill('08:30');
  await time.getByRole('textbox', { name: 'To time' }).fill('08:00');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.getByRole('alert').getByText('1 place needs a change:').waitFor();
  await time.getByRole('textbox', { name: 'To time' }).fill('18:00');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'hidden' });

  await page.getByRole('searchbox').fill('E2E partner');
  await expect.poll(() => shown(2), patient).toEqual(['41 E2E partner hours']);
  const { results } = await callApi<{ results: Record<string, unknown>[] }>(page, 'GET', `${rules}?keyword=E2E%20partner`);
  expect(results).toMatchObject([
    {
      priority: 41,
      strategy: 'DROP',
      protocol: 17,
      dstPorts: '53,500,4500-4600',
      source: { kind: 'addressSet', addressSet: 'as-huaxin-12' },
      destination: { kind: 'any' },
      timeRange: { kind: 'weekday', weekdays: [1, 2, 3, 4], startTime: '08:30', endTime: '18:00' },
    },
  ]);

  // a protocol without ports takes them away, stored too
  await row('E2E partner hours').getByRole('button', { name: 'Edit' }).click();
  const again = page.getByRole('dialog', { name: 'Edit Advanced firewall rule' });
  await again.getByText('Partner networks').waitFor();
  expect(await again.getByRole('textbox', { name: 'From time' }).inputValue()).toBe('08:30');
  await again.getByRole('combobox', { name: 'Protocol' }).click();
  await page.getByRole('option', { name: 'ICMP', exact: true }).click();
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await again.waitFor({ state: 'hidden' });
  const changed = await callApi<{ results: Record<string, unknown>[] }>(page, 'GET', `${rules}?keyword=E2E%20partner`);
  expect(changed.results[0]).toMatchObject({ protocol: 1 });
  expect(changed.results[0]).not.toHaveProperty('dstPorts');
});
