import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatValue } from '#charts/format.ts';
import { bucketsOf } from '#charts/options.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Field, Json, NavigationEntry, Panel } from '#domain/model.ts';
import { type Part, partsOf } from '#panels/parts.ts';
import { there } from '#tests/support/answers.ts';
import { formOf, model } from '#tests/support/model.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

/** What a page draws is what its operation answers for its range, by the table beside each picture: audits by a company, and APM. */
const { enter } = stage();
const patient = { timeout: 60_000 };
/** Six hours that are over: the page and who checks it are told the same. */
const TO = Math.floor(Date.now() / 300_000) * 300_000;
const RANGE = `from=${new Date(TO - 6 * 3_600_000).toISOString()}&to=${new Date(TO).toISOString()}`;
const MOST_LINES = 12;

type Drawn = { name: string; heads: string[]; rows: string[][]; isEmpty: boolean };
type Told = { path: string; query: URLSearchParams; answer: JsonObject };

test.each([
  ['audit of a company', 'company', 'custom'],
  ['all companies', 'global', undefined],
] as const)('%s: the numbers beside every picture are those of the API', async (_, mode, audit) => {
  const { page } = await enter({ language: audit === 'custom' ? 'en' : 'zh' });
  const told: Told[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.startsWith('/api/') || response.request().method() !== 'GET' || response.status() !== 200) return;
    void response.json().then(
      (answer: unknown) => told.push({ path: pathname, query: searchParams, answer: asObject(answer) }),
      () => undefined,
    );
  });
  await workIn(page, { mode, ...(audit === 'custom' ? { company: CUSTOM } : {}) });
  await signIn(page);
  await page.goto('/importExcelActionTemplate');
  let pictures = 0;
  const pages = model.navigation.filter((entry) => entry.modes.includes(mode) && entry.audit === audit);
  for (const entry of pages.filter(({ panels }) => panels))
    for (const tab of entry.panels ?? []) pictures += await looked(page, { entry, tab, told });
  expect(pictures).toBeGreaterThan(5);
});

const CUSTOM = { id: 'c-chenguang', name: 'custom', auditType: 'custom' };

type Tab = { entry: NavigationEntry; tab: NonNullable<NavigationEntry['panels']>[number]; told: Told[] };

async function looked(page: Page, { entry, tab, told }: Tab): Promise<number> {
  told.length = 0;
  await follow(page, `${entry.path}?tab=${tab.name}&${RANGE}`);
  const panels = page.locator('main section.panel');
  await expect.poll(() => panels.count(), patient).toBe(tab.show.length);
  let pictures = 0;
  for (const [index, panel] of tab.show.entries()) {
    const at = panels.nth(index);
    await at.and(page.locator(':not([aria-busy])')).waitFor(patient);
    const answer = there(await answerOf(panel, told));
    pictures += await compare(`${entry.path} ${tab.name} ${index}`, at, { panel, answer });
  }
  return pictures;
}

async function answerOf({ operation, with: fixed = {} }: Panel, told: readonly Told[]): Promise<JsonObject | undefined> {
  const path = new RegExp(`^${formOf(operation).operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
  const find = (): Told | undefined =>
    told.findLast(
      (each) => path.test(each.path) && ['trafficKind'].every((name) => each.query.get(name) === (asText(fixed[name]) ?? null)),
    );
  await expect.poll(find, patient).toBeDefined();
  return find()?.answer;
}

async function compare(where: string, at: Locator, { panel, answer }: { panel: Panel; answer: JsonObject }): Promise<number> {
  const form = formOf(panel.operation);
  const parts = partsOf(form.schemas[form.operation.answer ?? ''], panel.parts).filter(({ field }) => answer[field.name] !== undefined);
  const part = parts.find(({ kind }) => !['table', 'stats', 'counts', 'sheets'].includes(kind));
  if (!part) return 0;
  await at.locator('figure.chart').first().waitFor(patient);
  const drawn = await tablesOf(at);
  const found = numbersOf(part, answer[part.field.name], drawn);
  expect.soft([where, ...found.shown]).toEqual([where, ...found.told]);
  return drawn.length;
}

/** What stands in the table beside each picture. */
async function tablesOf(at: Locator): Promise<Drawn[]> {
  const pictures = at.locator('.chart-tools button[aria-pressed="false"]');
  for (let left = await pictures.count(); left > 0; left--) await pictures.first().click();
  return at.locator('figure.chart').evaluateAll((figures) =>
    figures.map((figure) => {
      const texts = (row: Element): string[] => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim());
      return {
        name: figure.querySelector('h3')?.textContent ?? '',
        heads: [...figure.querySelectorAll('thead tr')].flatMap(texts),
        rows: [...figure.querySelectorAll('tbody tr')].map(texts),
        isEmpty: figure.querySelector('.chart-none') !== null,
      };
    }),
  );
}

type Numbers = { shown: unknown[]; told: unknown[] };

/** The numbers of tables, and of the answer, in one form. */
function numbersOf(part: Part, value: Json | undefined, drawn: readonly Drawn[]): Numbers {
  switch (part.kind) {
    case 'histogram': {
      const { unit, bounds, counts } = asObject(value);
      const names = bucketsOf(
        asArray(bounds).flatMap((bound) => asNumber(bound) ?? []),
        asText(unit) ?? '',
      );
      return { shown: drawn.flatMap(({ rows }) => rows), told: asArray(counts).map((count, index) => [names[index], String(count)]) };
    }
    case 'heatMap': {
      const { unit, rows } = asObject(value);
      return {
        shown: drawn.flatMap((each) => each.rows),
        told: asArray(rows).map((row) => [asObject(row)['site'], ...textsOf(asObject(row)['values'], asText(unit) ?? '')]),
      };
    }
    case 'sankey': {
      const flows = asArray(asObject(value)['links']).map((link) => asNumber(asObject(link)['flow']) ?? 0);
      return {
        shown: drawn.flatMap(({ rows }) => rows.map((row) => row.at(-1))),
        told: flows.toSorted((a, b) => b - a).map((flow) => formatValue(flow, 'B')),
      };
    }
    case 'bars':
      return barsOf(part.field, asArray(value).map(asObject), drawn);
    default:
      return linesOf(part, value, drawn);
  }
}

/** Rows of their figures; what a row is called may be the word of an enumeration. */
function barsOf({ items }: Field, rows: readonly JsonObject[], drawn: readonly Drawn[]): Numbers {
  const figure = there((items?.fields ?? []).find(({ kind, name }) => (kind === 'number' || kind === 'integer') && name !== 'rank'));
  const told = rows.map((row) => formatValue(asNumber(row[figure.name]), figure.unit ?? asText(row['unit']) ?? ''));
  const table = drawn.flatMap((each) => each.rows);
  return { shown: table.map((row, index) => row.find((cell) => cell === told[index]) ?? row), told };
}

/** Columns of values: those of a chart are some of the answer, and of few all. */
function linesOf(part: Part, value: Json | undefined, drawn: readonly Drawn[]): Numbers {
  const all = valuesIn(value, part.kind === 'lines' ? (part.values.unit ?? '') : undefined);
  const columns = drawn.flatMap(({ heads, rows }) =>
    heads.slice(1).map((_, column) => rows.map((row) => plain(row[column + 1] ?? '')).join()),
  );
  const charts = Map.groupBy(all, ({ name }) => (part.kind === 'groups' ? name : ''));
  const isShown = (values: readonly string[]): boolean => values.some((text) => text !== '–');
  const most = [...charts.values()].map((own) => (own.some(({ texts }) => isShown(texts)) ? Math.min(MOST_LINES, own.length) : 0));
  const known = new Set(all.map(({ texts }) => texts.join()));
  return {
    shown: [columns.length, columns.filter((column) => !known.has(column))],
    told: [part.kind === 'series' ? all.length : most.reduce((sum, count) => sum + count, 0), []],
  };
}

/** A cell says beside its value what was read in its place, or why there is none. */
function plain(cell: string): string {
  if (cell.startsWith('–')) return '–';
  return /^◆ (.*) \(.*\)$/.exec(cell)?.[1] ?? cell;
}

function textsOf(values: Json | undefined, unit: string): string[] {
  return asArray(values).map((value) => formatValue(asNumber(value), unit));
}

/** Every line of values in an answer. */
function valuesIn(value: Json | undefined, unit?: string): { name: string; texts: string[] }[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, unit));
  const each = asObject(value);
  if (Array.isArray(each['values']))
    return [{ name: asText(each['name']) ?? '', texts: textsOf(each['values'], unit ?? asText(each['unit']) ?? '') }];
  return Object.values(each).flatMap((inner) => (typeof inner === 'object' && inner !== null ? valuesIn(inner, unit) : []));
}
