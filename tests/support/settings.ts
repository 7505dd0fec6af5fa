import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { choose, workspaceArgs, pathArgs } from '#api/choose.ts';
import { fillPath } from '#domain/fill-path.ts';
import { sameJson } from '#domain/condition.ts';
import { prune } from '#domain/document.ts';
import { asObject } from '#domain/json.ts';
import type { Json, Labels, Operation, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { there } from '#tests/support/answers.ts';
import { thorough } from '#tests/support/effort.ts';
import { FormDriver } from '#tests/support/form-driver.ts';
import { type Journey, journeysTo, paramsIn } from '#tests/support/journey.ts';
import { labelsOf, resourceOf } from '#tests/support/model.ts';
import { saveForm } from '#tests/support/save-form.ts';
import { expectedText } from '#tests/support/shown-row.ts';
import { type DocumentMaker, type Place, rootOf } from '#tests/support/valid-document.ts';
import { follow } from '#tests/support/work-place.ts';

type Doc = Record<string, Json>;

/** What is changed and never created; the configuration of the whole system last, for it can stop the others. */
export function settings(): Journey[] {
  const found = journeysTo(({ create, update, list }, params) => {
    const operation = create.length === 0 ? choose(update, params) : undefined;
    // of one document everything is known beforehand
    return list.length > 0 || operation?.pathParams.every(({ name }) => name in params) ? operation : undefined;
  });
  return found.toSorted((a, b) => Number(a.name === 'SystemConfig') - Number(b.name === 'SystemConfig'));
}

/** An empty control is an absent value, and so is a list of which nothing is left. */
function said(document: Doc): Doc {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== '' && !sameJson(value, [])));
}

/** Settings in the browser: everything changed that can be, saved, seen after a reload, and changed back. */
export class Settings {
  readonly #page: Page;
  readonly #journey: Journey;
  readonly #maker: DocumentMaker;
  readonly #ask: Place['ask'];
  readonly #resource: Resource;
  readonly #labels: Labels;
  readonly #update: Operation;
  /** Of the row; a page of settings has one document and no id. */
  #id: string | undefined;

  constructor(page: Page, journey: Journey, maker: DocumentMaker, ask: Place['ask']) {
    this.#page = page;
    this.#journey = journey;
    this.#maker = maker;
    this.#ask = ask;
    this.#resource = resourceOf(journey.name);
    this.#labels = labelsOf(journey.name, 'en');
    this.#update = there(choose(this.#resource.operations.update, paramsIn(journey.mode)));
  }

  async run(): Promise<void> {
    const page = this.#page;
    if (this.#resource.settings) await page.goto(this.#journey.address);
    else {
      await follow(page, this.#journey.address);
      const table = page.getByRole('table', { name: this.#labels.plural, exact: true });
      const link = table.locator('tbody tr a[href*="view="]').first();
      this.#id = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('view') ?? undefined;
    }
    const before = await this.#stored();
    const wanted = await this.#maker.changed(this.#resource, this.#update, before, randomFrom(this.#journey.name));
    const names = Object.keys(wanted).filter((name) => !sameJson(wanted[name], before[name]));
    expect(names.length, 'changed properties').toBeGreaterThan(0);
    for (const [to, from] of [
      [wanted, before],
      [before, wanted],
    ] as const) {
      await this.#change(to, from);
      if (to === wanted || thorough) {
        await page.reload();
        await this.#expectShown(to, names);
      }
      const now = await this.#stored();
      for (const name of names) expect([name, said(now)[name]]).toEqual([name, said(to)[name]]);
    }
  }

  async #stored(): Promise<Doc> {
    const operation = there(choose(this.#resource.operations.get, paramsIn(this.#journey.mode)));
    const params = paramsIn(this.#journey.mode);
    const args = this.#id === undefined ? workspaceArgs(operation, params) : pathArgs(operation, { params, id: this.#id });
    const path = fillPath(operation.path, args);
    const { data } = await this.#ask('GET', path);
    return asObject(operation.answerAt === undefined ? data : getPath(data, operation.answerAt));
  }

  /** Where the document stands to be read. */
  get #place(): Locator {
    return this.#id === undefined ? this.#page.locator('main .rd-page') : this.#page.getByRole('dialog');
  }

  async #open(): Promise<void> {
    const address = `${this.#journey.address}view=${encodeURIComponent(this.#id ?? '')}`;
    if (this.#id !== undefined && !this.#page.url().endsWith(address)) await follow(this.#page, address);
    await this.#place.locator('dl').first().waitFor();
  }

  async #change(to: Doc, from: Doc): Promise<void> {
    const page = this.#page;
    await this.#open();
    const scope = this.#id === undefined ? page.locator('main') : this.#place;
    await scope.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: new RegExp(`^Edit ${this.#labels.title}( ·|$)`) });
    await form.locator('form').waitFor();
    const root = rootOf(this.#resource, this.#update);
    const driver = new FormDriver(form, { labels: this.#labels, labelOf: (ref, value) => this.#maker.labelOf(ref, value) });
    // what the form does not show is not there
    await driver.fill(root, asObject(prune(root, to, 'update')), prune(root, from, 'update'));
    const { sent } = await saveForm(page, { form, button: 'Save', resource: this.#resource, operation: this.#update });
    expect(said(sent), 'what the form sent').toEqual(said(asObject(prune(root, to, 'update'))));
  }

  /** What words can be expected for: numbers have units, lists have places of their own. */
  async #expectShown(document: Doc, names: string[]): Promise<void> {
    await this.#open();
    const shown = await this.#place
      .locator('dt')
      .evaluateAll((all) => all.map((term) => [term.textContent, term.nextElementSibling?.firstElementChild?.textContent ?? ''] as const));
    const texts = new Map(shown.map(([term, text]) => [term.trim(), text.trim()]));
    for (const field of rootOf(this.#resource, this.#update).fields ?? []) {
      const text = names.includes(field.name) ? expectedText(field, getPath(document, field.name), this.#labels, 'en') : undefined;
      if (text === undefined) continue;
      expect([field.name, texts.get(this.#labels.fields[field.path] ?? '')]).toEqual([field.name, text === '–' ? 'Not set' : text]);
    }
  }
}
