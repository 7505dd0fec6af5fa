import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { arrivalsOn, body, button, contested, field, found, open, patient } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const place = stage();
const arrive = arrivalsOn(place);

/** The draft as it is stored is there, whatever time that takes. */
async function kept(page: Page, part: string): Promise<void> {
  await expect.poll(() => keptDrafts(page), patient).toContain(part);
}

/** Back to the list; what is not saved is left behind. */
async function leave(page: Page): Promise<void> {
  await button(page, 'Back to the list').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((address) => address.pathname === '/site');
  // the form stands until the list is drawn, and has a button of the same name
  await button(page, 'Back to the list').waitFor({ state: 'detached' });
}

async function begin(page: Page, name: string): Promise<void> {
  await button(page, 'Create').click();
  await page.getByTestId('start-what').waitFor();
  await button(page, 'Start').click();
  await body(page, 'siteInfo').waitFor();
  expect(await field(page, '/name').inputValue()).toBe('');
  await field(page, '/name').fill(name);
  await kept(page, name);
}

test('the draft of a new site survives a reload and a log-out', async () => {
  const page = await arrive('/site/new?start=cloudGateway');
  await field(page, '/name').fill('Half_a_site');
  await open(page, 'ntp');
  await field(page, '/ntp/primary').fill('ntp.example.com');
  await kept(page, 'ntp.example.com');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  // it is open again, and says what it is
  await expect.poll(() => field(page, '/ntp/primary').inputValue(), patient).toBe('ntp.example.com');
  await page.getByText(/^This is your unsaved draft of /).waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  await signIn(page, 'company@demo.example');
  await page.evaluate(() => sessionStorage.removeItem('test.sessionStorage.wan.session'));
  // where a new one begins, it is offered by its name
  await page.goto('/site/new');
  await button(page, 'Open draft Site Half_a_site').click();
  await expect.poll(() => field(page, '/name').inputValue(), patient).toBe('Half_a_site');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Cloud gateway');
  await button(page, 'Discard').click();
  await expect.poll(() => field(page, '/name').inputValue(), patient).toBe('');
  await page.reload();
  await body(page, 'siteInfo').waitFor();
  await page.goto('/site/new');
  await page.getByTestId('start-what').waitFor();
  expect(await page.getByText(/draft/).count()).toBe(0);
});

test('a site that is begun while another is half done takes nothing from it: both are offered, and each is saved by itself', async () => {
  const page = await arrive('/site');
  await begin(page, 'First_half');
  await leave(page);
  await begin(page, 'Second_half');
  await leave(page);
  await button(page, 'Create').click();
  await button(page, 'Open draft Site Second_half').waitFor();
  await expectAccessible(page);
  await button(page, 'Open draft Site First_half').click();
  await expect.poll(() => field(page, '/name').inputValue(), patient).toBe('First_half');
  await button(page, 'Create').click();
  await page.waitForURL((address) => address.pathname === '/site');
  await found(page, 'First_half');
  await button(page, 'Create').click();
  await button(page, 'Open draft Site Second_half').waitFor();
  expect(await button(page, 'Open draft Site First_half').count()).toBe(0);
  await button(page, 'Remove draft Site Second_half').click();
  await button(page, 'Open draft Site Second_half').waitFor({ state: 'detached' });
});

test('a draft survives a conflict: given up, it is offered beside what the others saved, and merged', async () => {
  const { page, siteId, conflict } = await contested(place, 'Draft_contested');
  await conflict.getByRole('button', { name: 'Back to editing' }).click();
  await leave(page);
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await button(page, 'Restore draft').click();
  const outdated = page.getByRole('dialog', { name: 'It was changed after the draft: choose for each field' });
  await outdated.getByRole('radio', { name: 'Address: Mine' }).check();
  await outdated.getByRole('button', { name: /^Merge/ }).click();
  await expect.poll(() => field(page, '/location').inputValue(), patient).toBe('Mine street 1');
  // what was merged is the draft now, and no longer behind what is stored
  await field(page, '/location').fill('Mine street 3');
  await kept(page, 'Mine street 3');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect.poll(() => field(page, '/location').inputValue(), patient).toBe('Mine street 3');
  await button(page, 'Save').click();
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'Draft_contested')).toMatchObject({ location: 'Mine street 3', ntp: { primary: 'ntp.aliyun.com' } });
});
