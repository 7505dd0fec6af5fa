import { describe, expect, test } from 'vitest';
import type { Language, NavigationEntry } from '#domain/model.ts';
import charts from '#locales/en/charts.json' with { type: 'json' };
import chartsZh from '#locales/zh/charts.json' with { type: 'json' };
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { formOf, labelsOf, model } from '#tests/support/model.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const patient = { timeout: 20_000 };
const trails = { en: charts.trail, zh: chartsZh.trail };
const companies = {
  third: { id: 'c-huaxin', name: '华信', auditType: 'third' },
  custom: { id: 'c-yuanhang', name: '远航', auditType: 'custom' },
};
/** Of the newest records. */
const ROWS = 20;
/** A week, so that there is something of everything. */
const WEEK = 'option=6';

type Case = [language: Language, path: string, entry: NavigationEntry];
/** Each in one of the languages, in turn; by night in both: that both name everything is seen on every page (pages.test.ts). */
const cases = model.navigation
  .filter(({ audit }) => audit !== undefined)
  .flatMap((entry, index) =>
    (['zh', 'en'] as const).filter((_, nth) => thorough || nth === index % 2).map((language): Case => [language, entry.path, entry]),
  );

describe('a page of the audit type of the company', () => {
  const { enter } = stage();

  test.each(cases)(
    '%s %s opens on its list with the analysis beside, and all that can be chosen there narrows it',
    async (language, path, entry) => {
      const { page } = await enter({ language });
      const company = companies[entry.audit === 'custom' ? 'custom' : 'third'];
      await workIn(page, { mode: 'company', company });
      await signIn(page);
      await page.goto('/importExcelActionTemplate');
      await page.locator('nav.side-nav').getByRole('link', { name: entry.title[language], exact: true }).click(patient);
      const list = labelsOf(there(entry.tabs?.[0]), language).plural;
      await page.getByRole('table', { name: list }).getByRole('row').nth(1).waitFor(patient);
      const [tab] = entry.panels ?? [];
      const { name, title, show } = there(tab);
      await page.getByRole('tab', { name: title[language], exact: true }).click();
      await page.locator('main canvas').first().waitFor(patient);
      expect(new URL(page.url()).searchParams.get('tab')).toBe(name);

      const trail = page.getByRole('navigation', { name: trails[language].label });
      let chosen = 0;
      for (const [index, { operation, drill, parts = [] }] of show.entries()) {
        const [parameter] = Object.keys(drill ?? {});
        // flows narrow by more than one
        if (parameter === undefined || Object.keys(drill ?? {}).length > 1) continue;
        await follow(page, `${path}?tab=${name}&${WEEK}`);
        const panel = page.locator('.panel').nth(index);
        await panel.locator('canvas').first().waitFor(patient);
        await panel.locator('.chart-tools button').first().click();
        await panel.locator('tbody').getByRole('link').first().click(patient);
        const value = (): string => new URL(page.url()).searchParams.get(`q.${parameter}`) ?? '';
        await expect.poll(value, patient).not.toBe('');
        await trail.getByRole('listitem').nth(1).waitFor(patient);
        // the newest records are those that the server counts of it
        const { path: call } = formOf(operation).operation;
        const query = `${WEEK}&${parameter}=${encodeURIComponent(value())}&limit=1`;
        const url = `${call.replace('{companyId}', company.id)}?${query}`;
        const { total } = await callApi<{ total: number }>(page, 'GET', url);
        expect(total).toBeGreaterThan(0);
        const records = page.locator('.panel').last().locator('tbody tr');
        await expect.poll(() => records.count(), { ...patient, message: `${path} ${parts.join()}` }).toBe(Math.min(ROWS, total));
        await trail.getByRole('link', { name: trails[language].all, exact: true }).click();
        await expect.poll(value, patient).toBe('');
        await expect.poll(() => trail.count(), patient).toBe(0);
        chosen++;
      }
      expect(chosen).toBeGreaterThan(3);
    },
  );
});
