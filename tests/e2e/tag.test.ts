import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { description } from '#tests/support/description.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { callersOn } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

/** Somebody who has opened nothing yet: what the list is to show is made before it is loaded. */
const signedIn = callersOn(stage());

async function openTags(query = ''): Promise<Page> {
  const page = await signedIn();
  await page.goto(`/tag${query}`);
  await page.getByRole('table', { name: 'Tag' }).getByRole('link').first().waitFor();
  return page;
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const rowWith = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const drawer = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, name: 'Name' | 'Remark'): Locator => drawer(page).getByRole('textbox', { name });

async function fillTag(page: Page, { name, type, remark }: { name?: string; type?: string; remark?: string }): Promise<void> {
  if (name !== undefined) await field(page, 'Name').fill(name);
  if (type !== undefined) {
    await drawer(page).getByRole('combobox', { name: 'Tag type' }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
  }
  if (remark !== undefined) await field(page, 'Remark').fill(remark);
}

async function submit(page: Page, button: 'Create' | 'Save'): Promise<void> {
  await drawer(page).getByRole('button', { name: button, exact: true }).click();
}

async function search(page: Page, keyword: string): Promise<void> {
  await page.getByRole('searchbox').fill(keyword);
  await page.getByRole('searchbox').press('Enter');
}

async function edit(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Name').waitFor();
}

function storeTag(page: Page, name: string, remark = ''): Promise<{ id: string }> {
  return callApi(page, 'POST', '/api/v1/companies/c-huaxin/tags', { name, type: 'site', remark });
}

describe('a tag, from creation to its end', () => {
  test('is created, found by search, edited, restored from its history and deleted', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { name: 'e2e-first', type: 'Site', remark: 'as it began' });
    await expectAccessible(page);
    await submit(page, 'Create');
    await drawer(page).waitFor({ state: 'hidden' });
    await page.getByText('Saved', { exact: true }).waitFor();

    await search(page, 'e2e-first');
    await page.getByText('Total: 1', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('e2e-first');
    await page.reload();
    await row(page, 'e2e-first').getByText('as it began').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('e2e-first');

    await edit(page, 'e2e-first');
    expect(await field(page, 'Remark').inputValue()).toBe('as it began');
    await fillTag(page, { name: 'e2e-second', type: 'Line' });
    await submit(page, 'Save');
    await drawer(page).waitFor({ state: 'hidden' });
    await search(page, 'e2e-second');
    await row(page, 'e2e-second').getByText('Line', { exact: true }).waitFor();

    await row(page, 'e2e-second').getByRole('link', { name: 'e2e-second' }).click();
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    const changed = drawer(page).getByRole('listitem').filter({ hasText: 'Revision 2' });
    await changed.getByRole('row').filter({ hasText: 'e2e-first' }).filter({ hasText: 'e2e-second' }).waitFor();
    await changed.getByText('company@demo.example').waitFor();
    await expectAccessible(page, 'dialog[open]');
    await drawer(page).getByRole('button', { name: 'Restore this revision' }).click();
    const question = page.getByRole('alertdialog', { name: 'Restore revision 1?' });
    await question.getByRole('button', { name: 'Restore this revision' }).click();
    await drawer(page).getByText('Revision 3').waitFor();
    await page.getByText('Revision 1 was restored').waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });

    await search(page, 'e2e-first');
    await row(page, 'e2e-first').getByText('Site', { exact: true }).waitFor();
    await row(page, 'e2e-first').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete “e2e-first”?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“e2e-first” was deleted').waitFor();
    await page.getByText('Nothing matches').waitFor();
    expect(await callApi(page, 'GET', '/api/v1/companies/c-huaxin/tags?keyword=e2e-first')).toMatchObject({ total: 0 });
  });

  test('markup and symbols in its text stay text', async () => {
    const page = await openTags();
    const remark = '<img src=x onerror="document.title=\'ran\'"> 标签 🚀 "q" & \\ ${1}';
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { name: '测试 inert', type: 'Site', remark });
    await submit(page, 'Create');
    await row(page, '测试 inert').getByText(remark).waitFor();
    await row(page, '测试 inert').getByRole('link').click();
    await drawer(page).getByText(remark).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).not.toBe('ran');
  });
});

describe('the list', () => {
  test('filter, order and page stand in the address and come back with it', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort="descending"]')).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('combobox', { name: 'Tag type' }).click();
    await page.getByRole('dialog', { name: 'Tag type' }).getByRole('checkbox', { name: 'WAN set' }).check();
    await page.keyboard.press('Escape');
    await page.waitForURL(/f\.type=wanSet/);
    // a narrower list starts at its first page
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
    const shown = async (): Promise<string[]> => {
      await rowWith(page, 'WAN set').first().waitFor();
      return page.getByRole('table', { name: 'Tag' }).getByRole('link').allInnerTexts();
    };
    await expect.poll(async () => (await shown()).length, { timeout: 15_000 }).toBe(4);
    const names = await shown();
    expect(await rowWith(page, 'Business').count()).toBe(0);
    await page.reload();
    expect(await shown()).toEqual(names);
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await page.waitForURL((address) => !address.searchParams.has('f.type'));
    await rowWith(page, 'Business').first().waitFor();
  });

  test('says that nothing matches, and how to go on', async () => {
    const page = await openTags();
    await search(page, 'no such tag anywhere');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await row(page, 'VIP').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });
});

describe('what is wrong is told where it is', () => {
  test('a missing value stands at its field, which has the focus', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await submit(page, 'Create');
    await drawer(page).getByRole('alert').filter({ hasText: '2 places need a change' }).waitFor();
    const name = field(page, 'Name');
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await description(name)).toBe('This is required. Short; unique within its type.');
    await expectAccessible(page, 'dialog[open]');

    await drawer(page).getByRole('alert').getByRole('button', { name: 'Tag type' }).click();
    const type = drawer(page).getByRole('combobox', { name: 'Tag type' });
    await expect.poll(() => type.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('a name with a character that is not allowed and one that is too long are refused with their reasons', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { type: 'Site' });
    for (const [name, reason] of [
      ['a<b', /"?<"? is not allowed/],
      ['x'.repeat(41), /too long. The limit is 40/],
    ] as const) {
      await fillTag(page, { name });
      await submit(page, 'Create');
      await expect.poll(() => description(field(page, 'Name'))).toMatch(reason);
      expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
    }
  });

  test('what only the server knows stands at the field too, and goes when it is put right', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { name: 'VIP', type: 'Site' });
    await submit(page, 'Create');
    const name = field(page, 'Name');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await description(name)).toContain('VIP');
    await name.fill('VIP e2e');
    await submit(page, 'Create');
    await drawer(page).waitFor({ state: 'hidden' });
    await row(page, 'VIP e2e').waitFor();
  });
});

describe('two people edit the same tag', () => {
  test('the second sees before, mine and theirs, decides and saves both', async () => {
    const first = await signedIn();
    const { id } = await storeTag(first, 'e2e-shared', 'as it was');
    await first.goto('/tag?keyword=e2e-shared');
    const second = await openTags('?keyword=e2e-shared');
    await edit(first, 'e2e-shared');
    await edit(second, 'e2e-shared');

    await fillTag(second, { remark: 'what they wrote' });
    await drawer(second).getByRole('switch', { name: 'Available to all sites' }).click();
    await submit(second, 'Save');
    await drawer(second).waitFor({ state: 'hidden' });

    await fillTag(first, { name: 'e2e-shared-mine', remark: 'what I wrote' });
    await submit(first, 'Save');
    const conflict = first.getByRole('dialog', { name: 'Modified by somebody else, refresh and retry' });
    const remark = conflict.getByRole('row').filter({ hasText: 'Remark' });
    for (const text of ['as it was', 'what I wrote', 'what they wrote']) await remark.getByText(text, { exact: true }).waitFor();
    // what one side alone changed is decided already
    expect(await conflict.getByRole('radio', { name: 'Name: Mine' }).isChecked()).toBe(true);
    expect(await conflict.getByRole('radio', { name: 'Available to all sites: Theirs' }).isChecked()).toBe(true);
    expect(await conflict.getByRole('button', { name: '1 field to decide' }).isDisabled()).toBe(true);
    await expectAccessible(first, 'dialog[open]');
    await conflict.getByRole('radio', { name: 'Remark: Mine' }).check();
    await conflict.getByRole('button', { name: 'Merge and save' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await row(first, 'e2e-shared-mine').getByText('what I wrote').waitFor();
    expect(await callApi(first, 'GET', `/api/v1/tags/${id}`)).toMatchObject({
      name: 'e2e-shared-mine',
      remark: 'what I wrote',
      global: true,
      revision: 3,
    });
  });

  test('one who goes back to editing loses nothing and stores nothing', async () => {
    const first = await signedIn();
    const { id } = await storeTag(first, 'e2e-back', 'as it was');
    await first.goto('/tag?keyword=e2e-back');
    const second = await openTags('?keyword=e2e-back');
    await edit(first, 'e2e-back');
    await edit(second, 'e2e-back');
    await fillTag(second, { remark: 'theirs' });
    await submit(second, 'Save');
    await drawer(second).waitFor({ state: 'hidden' });
    await fillTag(first, { remark: 'mine' });
    await submit(first, 'Save');
    await first.getByRole('button', { name: 'Back to editing' }).click();
    expect(await field(first, 'Remark').inputValue()).toBe('mine');
    expect(await callApi(first, 'GET', `/api/v1/tags/${id}`)).toMatchObject({ remark: 'theirs', revision: 2 });
  });
});

describe('a tag that is in use', () => {
  test('says who uses it, before it is deleted and in its detail, and stays', async () => {
    const page = await openTags('?keyword=VIP');
    await row(page, 'VIP').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “VIP”?' });
    await question.getByText(/^These use it \(15\)/).waitFor();
    await question.getByRole('link', { name: '上海总部' }).waitFor();
    await expectAccessible(page, 'dialog[open]');
    // what would be refused is not offered
    expect(await question.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await row(page, 'VIP').getByRole('link', { name: 'VIP', exact: true }).click();
    await drawer(page).getByRole('tab', { name: 'Used by' }).click();
    await expect.poll(() => drawer(page).getByRole('tabpanel').getByRole('link').count()).toBe(15);
    await drawer(page).getByRole('link', { name: '上海总部' }).click();
    await page.waitForURL(/\/site\?/);
    await page.getByRole('dialog', { name: '上海总部' }).waitFor();
  });
});

describe('many at once', () => {
  async function threeTags(page: Page, prefix: string): Promise<void> {
    for (const name of ['one', 'two', 'three']) await storeTag(page, `${prefix}-${name}`);
    await page.goto(`/tag?keyword=${prefix}`);
    await page.getByText('Total: 3', { exact: true }).waitFor();
  }

  test('chosen properties are set, everything else stays', async () => {
    const page = await signedIn();
    await threeTags(page, 'e2e-bulk');
    await page.getByRole('checkbox', { name: 'Select e2e-bulk-one' }).check();
    await page.getByRole('checkbox', { name: 'Select e2e-bulk-two' }).check();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    await drawer(page).getByRole('checkbox', { name: 'Change Remark' }).check();
    await field(page, 'Remark').fill('set for both');
    await expectAccessible(page, 'dialog[open]');
    await drawer(page).getByRole('button', { name: 'Apply to 2' }).click();
    await page.getByText('Changed: 2').waitFor();
    await drawer(page).waitFor({ state: 'hidden' });
    for (const name of ['one', 'two']) await row(page, `e2e-bulk-${name}`).getByText('set for both').waitFor();
    expect(await row(page, 'e2e-bulk-three').getByText('set for both').count()).toBe(0);
  });

  test('are deleted after the number was typed', async () => {
    const page = await signedIn();
    await threeTags(page, 'e2e-gone');
    await page.getByRole('checkbox', { name: 'Select the whole page' }).check();
    await page.getByRole('toolbar', { name: 'Selected: 3' }).getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('dialog', { name: /^Delete Tags: 3 selected/ });
    expect(await question.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('3');
    await expectAccessible(page, 'dialog[open]');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Deleted: 3').waitFor();
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByRole('toolbar').count()).toBe(0);
  });

  test('those that cannot be deleted are told before any is', async () => {
    const page = await signedIn();
    await storeTag(page, 'VIP e2e-free');
    await page.goto('/tag?keyword=VIP&sort=name');
    await page.getByRole('checkbox', { name: 'Select VIP', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select VIP e2e-free' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 of 2 would fail. Nothing has been changed yet.').waitFor();
    await page.getByRole('region', { name: 'Results' }).getByRole('row').filter({ hasText: 'VIP' }).filter({ hasText: '15' }).waitFor();
    await page.getByRole('button', { name: 'Go on with the other 1' }).click();
    await row(page, 'VIP e2e-free').waitFor({ state: 'hidden' });
    await row(page, 'VIP').waitFor();
  });
});

describe('unsaved work', () => {
  const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Leave unsaved changes?' });

  test('is not left by accident', async () => {
    const page = await signedIn();
    const { id } = await storeTag(page, 'e2e-guard', 'kept');
    await page.goto('/tag?keyword=e2e-guard');
    await edit(page, 'e2e-guard');
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });

    await edit(page, 'e2e-guard');
    await fillTag(page, { remark: 'half a thought' });
    await drawer(page).getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(page, 'Remark').inputValue()).toBe('half a thought');
    await drawer(page).getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page, 'dialog[open]');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await drawer(page).waitFor({ state: 'hidden' });
    expect(await callApi(page, 'GET', `/api/v1/tags/${id}`)).toMatchObject({ remark: 'kept', revision: 1 });
  });

  test('makes the browser ask before the page is closed; saved work does not', async () => {
    const page = await openTags();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { name: 'e2e-close', type: 'Site' });
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await field(page, 'Name').inputValue()).toBe('e2e-close');
    await submit(page, 'Create');
    await drawer(page).waitFor({ state: 'hidden' });
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });

  test('survives a reload as a draft, until it is saved', async () => {
    const page = await openTags();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await fillTag(page, { name: 'e2e-draft', type: 'Business', remark: 'long to type' });
    await drawer(page).getByText('Unsaved changes').waitFor();
    await expect.poll(() => keptDrafts(page)).toContain('long to type');
    await page.reload();
    const notice = drawer(page).getByRole('status').filter({ hasText: 'There is an unsaved draft of' });
    await notice.waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('');
    await expectAccessible(page, 'dialog[open]');
    await notice.getByRole('button', { name: 'Restore draft' }).click();
    expect(await field(page, 'Name').inputValue()).toBe('e2e-draft');
    expect(await field(page, 'Remark').inputValue()).toBe('long to type');
    await submit(page, 'Create');
    await drawer(page).waitFor({ state: 'hidden' });
    await row(page, 'e2e-draft').getByText('Business', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await field(page, 'Name').waitFor();
    // what is offered is what is kept
    expect(await keptDrafts(page)).not.toContain('e2e-draft');
    expect(await page.getByText('There is an unsaved draft of').count()).toBe(0);
  });
});
