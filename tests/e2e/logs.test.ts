import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 60_000 };

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const total = async (page: Page): Promise<number> => Number(/\d+/.exec(await page.getByText(/^Total: [\d,]+/).innerText())?.[0]);

test('the time range of a log stands in the open, widens on one click and says its zone', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/operationLog?f.requestId=no-such-request');
  const time = page.getByRole('group', { name: 'Time' });
  expect(await time.getByRole('combobox').inputValue()).toBe('0');
  await time.getByText(/^UTC/).waitFor();
  await page.getByText('Last 30 minutes: nothing').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  await expect.poll(() => param(page, 'f.option'), patient).toBe('5');
  await page.getByText('Last 24 hours: nothing').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => param(page, 'f.requestId'), patient).toBe(null);
  // what was chosen of the time stays, and can be taken back like any filter
  expect(param(page, 'f.option')).toBe('5');
  await page.getByRole('button', { name: 'Remove filter Time' }).click();
  await expect.poll(() => param(page, 'f.option'), patient).toBe(null);

  await expect.poll(() => time.getByRole('combobox').inputValue(), patient).toBe('0');
  await time.getByRole('combobox').selectOption({ label: 'From – to…' });
  await expect.poll(() => Date.now() - Date.parse(param(page, 'f.startTime') ?? ''), patient).toBeLessThan(31 * 60_000);
  expect(await time.getByLabel('from').inputValue()).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('a live log shows what happens, and waits while one reads a later page', async () => {
  const { page } = await enter();
  await page.clock.install();
  await signIn(page, 'company@demo.example');
  const kept = async (): Promise<number> => (await callApi<{ total: number }>(page, 'GET', '/api/v1/loginLogs?option=7&limit=1')).total;
  await page.goto('/loginLog?f.option=7');
  const live = page.getByRole('button', { name: 'Live', exact: true });
  await page.getByRole('row').nth(1).waitFor();
  const before = await total(page);
  await live.click();
  expect(await live.getAttribute('aria-pressed')).toBe('true');
  await page.evaluate(() =>
    fetch('/api/v2/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"company@demo.example","password":"x"}',
    }),
  );
  await expect.poll(kept).toBeGreaterThan(before);
  // nobody touches the page: its next look shows it
  await page.clock.fastForward(10_000);
  await expect.poll(() => total(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => live.getAttribute('title'), patient).toContain('Paused');
});

test('an operation is told in words, with what it changed, its item and its request', async () => {
  const { page } = await enter({ language: 'zh' });
  await signIn(page, 'company@demo.example');
  const tag = await callApi<{ id: string }>(page, 'POST', '/api/v1/companies/c-huaxin/tags', {
    name: 'log-words',
    type: 'site',
    remark: 'before',
  });
  await callApi(page, 'PUT', `/api/v1/companies/c-huaxin/tags/${tag.id}`, { name: 'log-words', type: 'site', remark: 'after' });
  await page.goto('/operationLog');
  const table = page.getByRole('table');
  const changed = table.getByRole('row').filter({ hasText: 'log-words' }).filter({ hasText: '修改标签' });
  await changed.getByText('备注', { exact: true }).waitFor();

  await page.getByRole('search').getByRole('combobox', { name: '操作' }).click();
  await page.getByRole('searchbox', { name: '搜索' }).last().fill('新建标签');
  await page.getByRole('checkbox', { name: '新建标签' }).check();
  await page.keyboard.press('Escape');
  // one word, whichever scope the operation was called in
  await expect
    .poll(() => new URL(page.url()).searchParams.getAll('f.operation').toSorted(), patient)
    .toEqual(['createCompanyTag', 'createTag']);
  await expect.poll(() => changed.count(), patient).toBe(0);
  await page.getByRole('list', { name: '当前筛选条件' }).getByText('新建标签').waitFor();
  await page.getByRole('button', { name: '清除筛选' }).click();

  await changed.getByRole('link', { name: '修改标签' }).click();
  const drawer = page.getByRole('dialog', { name: '修改标签 log-words' });
  const line = drawer.getByRole('row').filter({ hasText: '备注' });
  await line.waitFor();
  expect(await line.getByRole('cell').allInnerTexts()).toEqual(['before', 'after']);
  expect(await drawer.getByRole('link', { name: 'log-words' }).getAttribute('href')).toBe(`/tag?view=${tag.id}`);
  await expectAccessible(page);
  await drawer.locator('a[href*="f.requestId"]').click();
  await expect.poll(() => param(page, 'f.requestId'), patient).not.toBe(null);
  await expect.poll(() => table.getByRole('row').count(), patient).toBe(2);
});
