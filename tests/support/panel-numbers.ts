import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formatValue } from '#charts/format.ts';
import { bucketsOf } from '#charts/options.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Field, Json, Panel } from '#domain/model.ts';
import { type Part, partsOf } from '#panels/parts.ts';
import { there } from '#tests/support/answers.ts';
import { formOf } from '#tests/support/model.ts';
import type { Stop } from '#tests/support/visits.ts';

const patient = { timeout: 60_000 };
/** Six hours that are over: the page and who checks it are told the same. */
const TO = Math.floor(Date.now() / 300_000) * 300_000;
const OVER = `from=${new Date(TO - 6 * 3_600_000).toISOString()}&to=${new Date(TO).toISOString()}`;
const MOST_LINES = 12;

type Drawn = { name: string; heads: string[]; rows: string[][]; isEmpty: boolean };
type Told = { path: string; query: URLSearchParams; answer: JsonObject };

/** What screens draw of an answer beside what is their own. */
const drawnByScreens: Record<string, readonly Panel[]> = { dashboard: [{ operation: 'getDashboard', parts: ['traffic', 'series'] }] };

function panelsOf({ panels, screen = '' }: Stop): readonly Panel[] {
  return panels ?? drawnByScreens[screen] ?? [];
}

/** Hears what pages are answered, and holds what they draw to it by the table beside each picture. */
export class PanelNumbers {
  /** Tables that were read. */
  pictures = 0;
  #told: Told[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => {
      const { pathname, searchParams } = new URL(response.url());
      if (!pathname.startsWith('/api/') || response.request().method() !== 'GET' || response.status() !== 200) return;
      void response.json().then(
        (answer: unknown) => this.#told.push({ path: pathname, query: searchParams, answer: asObject(answer) }),
        () => undefined,
      );
    });
  }

  /** Where to open a page: what it draws is of a time that is over, and what the one before was answered is not its own. */
  addressOf(stop: Stop): string {
    this.#told = [];
    return panelsOf(stop).length === 0 ? stop.address : `${stop.address}${stop.address.includes('?') ? '&' : '?'}${OVER}`;
  }

  /** A panel holds one operation's answer; of a screen that has something else beside them they are those with pictures. */
  async compare(stop: Stop): Promise<void> {
    const { address } = stop;
    const panels = panelsOf(stop);
    if (panels.length === 0) return;
    const all = this.#page.locator('main section.panel');
    const drawn = stop.screen === undefined ? all : all.filter({ has: this.#page.locator('figure.chart') });
    await expect.poll(() => drawn.count(), { ...patient, message: address }).toBe(panels.length);
    for (const [index, panel] of panels.entries()) {
      const at = drawn.nth(index);
      await at.and(this.#page.locator(':not([aria-busy])')).waitFor(patient);
      // a screen says below everything where its measurements come from
      const said = stop.screen === undefined ? at : this.#page.locator('main');
      await this.#comparePanel(`${address} ${index}`, panel, { at, said });
    }
  }

  async #comparePanel(where: string, panel: Panel, { at, said }: { at: Locator; said: Locator }): Promise<void> {
    const { operation, schemas } = formOf(panel.operation);
    const schema = schemas[operation.answer ?? ''];
    const answer = there(await this.#answerOf(panel));
    const range = schema?.fields?.find(({ widget }) => widget === 'measuredRange')?.name;
    const isDemo = range !== undefined && asObject(answer[range])['source'] === 'demo';
    expect.soft([where, await said.locator('.panel-source').filter({ hasText: '演示数据' }).count()]).toEqual([where, isDemo ? 1 : 0]);
    const parts = partsOf(schema, panel.parts).filter(({ field }) => answer[field.name] !== undefined);
    const part = parts.find(({ kind }) => !['table', 'stats', 'counts', 'sheets'].includes(kind));
    if (!part) return;
    await at.locator('figure.chart').first().waitFor(patient);
    const drawn = await tablesOf(at);
    const found = numbersOf(part, answer[part.field.name], drawn);
    expect.soft([where, ...found.shown]).toEqual([where, ...found.told]);
    this.pictures += drawn.length;
  }

  async #answerOf({ operation, with: fixed = {} }: Panel): Promise<JsonObject | undefined> {
    const path = new RegExp(`^${formOf(operation).operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    const kind = asText(fixed['trafficKind']) ?? null;
    const find = (): Told | undefined => this.#told.findLast((each) => path.test(each.path) && each.query.get('trafficKind') === kind);
    await expect.poll(find, patient).toBeDefined();
    return find()?.answer;
  }
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
