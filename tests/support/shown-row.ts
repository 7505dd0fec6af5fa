import type { Page, Response } from 'playwright-core';
import type { Field, Labels, Language, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { objects } from '#tests/support/answers.ts';
import { localTime } from '#tests/support/local-time.ts';

type Row = Record<string, unknown>;

/** The rows that the server sent for the list of a page, kept as they arrive: not those of pickers or of names. */
export class ListAnswers {
  readonly #page: Page;
  #resource: Resource | undefined;
  // a page may show what another one has fetched
  readonly #rows = new Map<string, Promise<Row[] | undefined>[]>();

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => {
      const resource = this.#resource;
      if (resource && isListOf(resource, response))
        this.#rows.set(resource.name, [...(this.#rows.get(resource.name) ?? []), rowsIn(response, resource)]);
    });
  }

  expect(resource: Resource): void {
    this.#resource = resource;
  }

  /** What came last; undefined where nothing has come yet. */
  async latest(): Promise<Row[] | undefined> {
    return (await Promise.all(this.#rows.get(this.#resource?.name ?? '') ?? [])).findLast((rows) => rows !== undefined);
  }

  /** Columns of the first row that do not show what came last; a live list may be read again in between. */
  async differences(labels: Labels, language: Language): Promise<string[]> {
    const resource = this.#resource;
    const rows = await this.latest();
    if (!resource || !rows) return ['no answer'];
    const cells = await firstRow(this.#page);
    if (!rows[0]) return Object.keys(cells).length === 0 ? [] : ['a row that the server did not send'];
    const fields = resource.schemas[resource.row]?.fields ?? resource.schemas[resource.item]?.fields ?? [];
    // what is asked beside the rows is none of theirs, and has tests of its own
    const own = fields.filter(({ options }) => options?.['operation'] === undefined);
    return own.flatMap((field) => {
      const heading = labels.fields[field.path];
      const shown = heading === undefined ? undefined : cells[heading];
      const expected = shown === undefined ? undefined : expectedText(field, rows[0]?.[field.name], labels, language);
      return expected === undefined || shown === expected ? [] : [`${field.name} shows “${shown}”, the server said “${expected}”`];
    });
  }
}

function isListOf(resource: Resource, response: Response): boolean {
  const { pathname, searchParams } = new URL(response.url());
  if (!response.ok() || response.request().method() !== 'GET' || searchParams.has('values')) return false;
  return resource.operations.list.some(({ path }) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname));
}

async function rowsIn(response: Response, resource: Resource): Promise<Row[] | undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const rows = getPath(answer, resource.operations.list[0]?.paging?.items ?? 'results');
  return rows === undefined ? undefined : objects(rows);
}

/** The texts of the first row by the headings of their columns. */
function firstRow(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...(document.querySelector('main tbody tr')?.querySelectorAll('td[data-label]') ?? [])].map((cell) => [
        cell.getAttribute('data-label') ?? '',
        (cell.textContent ?? '').trim(),
      ]),
    ),
  );
}

/** Written without the console's own formatters. */
export function expectedText(field: Field, value: unknown, labels: Labels, language: Language): string | undefined {
  if (value === undefined || value === null || value === '') return '–';
  if (field.ref || field.kind === 'array' || field.kind === 'object' || typeof value === 'object') return undefined;
  if (field.values || field.names) return labels.enums?.[field.path]?.[String(value)] ?? undefined;
  if (typeof value === 'boolean') return language === 'zh' ? (value ? '是' : '否') : value ? 'Yes' : 'No';
  if (field.format === 'date-time') return localTime(String(value));
  return typeof value === 'string' ? value : undefined;
}
