import type { Page, Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Field, Labels, Language, Mode, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { localTime } from '#tests/support/local-time.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';
import { workIn } from '#tests/support/work-place.ts';

/** Every page that the contract makes, in every mode and both languages: its title, its first row as the server answers it, nothing beyond its edge, nothing in the console, nothing for axe. */
const { enter } = stage();

const yuanhang = { id: 'c-yuanhang', name: 'company', auditType: 'custom' };

type Visit = { path: string; tab?: string; audit?: string; title: string; resource: Resource; labels: Labels };

function visitsIn(mode: Mode, language: Language): Visit[] {
  return model.navigation
    .filter((entry) => entry.modes.includes(mode))
    .flatMap((entry) =>
      (entry.tabs ?? []).map((name, index, tabs) => {
        return {
          path: entry.path,
          ...(tabs.length > 1 && index > 0 ? { tab: name } : {}),
          ...(entry.audit ? { audit: entry.audit } : {}),
          title: entry.title[language],
          resource: resourceOf(name),
          labels: labelsOf(name, language),
        };
      }),
    )
    .filter(({ resource }) => resource.operations.list.length > 0);
}

const modes: readonly Mode[] = ['global', 'channel', 'company'];
const cases = modes.flatMap((mode) => (['zh', 'en'] as const).map((language): [Mode, Language] => [mode, language]));

describe.each(cases)('%s mode, %s', (mode, language) => {
  test('every page', { timeout: 300_000 }, async () => {
    const { page, problems } = await enter({ language });
    await logIn(page);
    for (const visit of visitsIn(mode, language)) {
      const told = `${visit.path}${visit.tab ? ` ${visit.tab}` : ''}`;
      await workIn(page, { mode, ...(visit.audit === 'custom' ? { company: yuanhang } : {}) });
      const answers: Promise<unknown>[] = [];
      const note = (response: Response): void =>
        void (isListOf(visit.resource, response) && answers.push(response.json().catch(() => undefined)));
      page.on('response', note);
      await page.goto(`${visit.path}${visit.tab ? `?tab=${visit.tab}` : ''}`);
      await page.locator('main tbody tr, main [role="status"]').first().waitFor();
      await page.waitForLoadState('networkidle');
      page.off('response', note);
      const rows = rowsOf(
        (await Promise.all(answers)).findLast((answer) => answer !== undefined),
        visit.resource,
      );
      const cells = await firstRow(page);
      expect.soft(await page.title(), told).toContain(visit.title);
      expect.soft(rows.length, `${told} has rows`).toBeGreaterThan(0);
      for (const wrong of differences(visit, rows[0] ?? {}, cells, language)) expect.soft(wrong, told).toBeUndefined();
      expect.soft(await sideways(page), `${told} scrolls sideways`).toBe(0);
      expect.soft(problems.splice(0), told).toEqual([]);
      if (language === 'zh') await expectAccessible(page);
    }
  });
});

/** Pixels of the list that stand outside its frame. */
function sideways(page: Page): Promise<number> {
  return page
    .locator('main .rt-scroll')
    .first()
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
}

/** The page's own request, not that of a picker or of names. */
function isListOf(resource: Resource, response: Response): boolean {
  const { pathname, searchParams } = new URL(response.url());
  if (!response.ok() || response.request().method() !== 'GET' || searchParams.has('values')) return false;
  return resource.operations.list.some(({ path }) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname));
}

function rowsOf(answer: unknown, resource: Resource): Record<string, unknown>[] {
  const items = resource.operations.list[0]?.paging?.items ?? 'results';
  return (getPath(answer, items) ?? []) as Record<string, unknown>[];
}

/** The texts of the first row by the headings of their columns. */
async function firstRow(page: Page): Promise<Record<string, string>> {
  await page.locator('main tbody tr').first().waitFor();
  return page
    .locator('main tbody tr')
    .first()
    .evaluate((row) =>
      Object.fromEntries(
        [...row.querySelectorAll('td[data-label]')].map((cell) => [cell.getAttribute('data-label') ?? '', (cell.textContent ?? '').trim()]),
      ),
    );
}

/** Columns that do not show what the server answered. Written without the console's own formatters. */
function differences(
  { resource, labels }: Visit,
  row: Record<string, unknown>,
  cells: Record<string, string>,
  language: Language,
): string[] {
  const fields = resource.schemas[resource.row]?.fields ?? resource.schemas[resource.item]?.fields ?? [];
  return fields.flatMap((field) => {
    const heading = labels.fields[field.path];
    const shown = heading === undefined ? undefined : cells[heading];
    if (shown === undefined) return [];
    const expected = expectedText(field, row[field.name], labels, language);
    return expected === undefined || shown === expected ? [] : [`${field.name} shows “${shown}”, the server said “${expected}”`];
  });
}

function expectedText(field: Field, value: unknown, labels: Labels, language: Language): string | undefined {
  if (value === undefined || value === null || value === '') return '–';
  if (field.ref || field.kind === 'array' || field.kind === 'object' || typeof value === 'object') return undefined;
  if (field.values || field.names) return labels.enums?.[field.path]?.[String(value)] ?? undefined;
  if (typeof value === 'boolean') return language === 'zh' ? (value ? '是' : '否') : value ? 'Yes' : 'No';
  if (field.format === 'date-time') return localTime(String(value));
  return typeof value === 'string' ? value : undefined;
}
