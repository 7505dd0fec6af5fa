import type { Locator } from 'playwright-core';
import { sameJson, visibleFields } from '#domain/condition.ts';
import { variantOf } from '#domain/variant.ts';
import { initialDocument } from '#domain/document.ts';
import type { Field, Json, Labels, PermissionNode, Ref } from '#domain/model.ts';
import { asArray, asObject, texts } from '#domain/json.ts';
import { joinPointer } from '#domain/pointer.ts';
import { localTime } from '#tests/support/local-time.ts';
import { model } from '#tests/support/model.ts';

type Doc = Record<string, Json>;
type Control =
  | 'file'
  | 'date'
  | 'choice'
  | 'tree'
  | 'radios'
  | 'boxes'
  | 'chips'
  | 'lines'
  | 'switch'
  | 'coordinates'
  | 'timeRange'
  | 'text'
  | 'none';

type FormOptions = { labels: Labels; labelOf: (ref: Ref, value: Json) => string };

/** Fills the English forms of the console as a person does, by the kind of control that stands there: it knows no entity. */
export class FormDriver {
  readonly #form: Locator;
  readonly #options: FormOptions;
  /** Places whose branch or fold was not open yet. */
  #missed: string[] = [];

  constructor(form: Locator, options: FormOptions) {
    this.#form = form;
    this.#options = options;
  }

  /** Everything of the document that differs from what the form began with. */
  async fill(root: Field, document: Doc, shown: Json | undefined = initialDocument({ ...root, required: true })): Promise<void> {
    const done = new Set<string>();
    // a value may open what comes before it; a step or tab hides what comes after it
    for (let pass = 0; pass < 4; pass++) {
      this.#missed = [];
      await this.#openFolds();
      await this.#fillObject(root, document, shown, '', done);
      if (this.#missed.length === 0) return;
      for (const tab of await this.#form.locator('[role=tab], [data-step]').all()) {
        await tab.click();
        this.#missed = [];
        await this.#openFolds();
        await this.#fillObject(root, document, shown, '', done);
        if (this.#missed.length === 0) return;
      }
    }
    throw new Error(`The form shows no control for ${this.#missed.join(', ')}`);
  }

  /** One may stand in another. */
  async #openFolds(): Promise<void> {
    const fold = this.#form.locator('details:not([open]) > summary').first();
    while (await fold.isVisible()) {
      const opened = await fold.elementHandle();
      await fold.click();
      await opened?.evaluate((summary) => new Promise<void>((done) => requestAnimationFrame(() => done(void summary))));
    }
  }

  async #fillObject(owner: Field, document: Doc, shown: Json | undefined, pointer: string, done: Set<string>): Promise<void> {
    const shape = owner.kind === 'variants' ? variantOf(owner, document) : owner;
    for (const field of shape ? visibleFields(shape, document) : []) {
      const value = document[field.name];
      if (value === undefined || field.const !== undefined) continue;
      await this.#fillField(field, value, asObject(shown)[field.name], joinPointer(pointer, field.name), done);
    }
  }

  async #fillField(field: Field, value: Json, shown: Json | undefined, pointer: string, done: Set<string>): Promise<void> {
    if (done.has(pointer) || sameJson(value, shown)) return;
    const place = this.#form.locator(`[data-pointer="${pointer}"], .wf-island [data-pointer$="${pointer}"]`);
    // what draws a schema as it is comes when it is first shown
    if (field.island !== undefined) await place.first().waitFor({ state: 'attached' });
    if (field.kind === 'map') {
      await this.#fillMap(place.first(), field, asObject(value), pointer, done);
      return void done.add(pointer);
    }
    if ((await place.count()) === 0) return void this.#missed.push(pointer);
    const control = await controlOf(place, field);
    const missed = this.#missed.length;
    if (control !== 'none') {
      await this.#setControl(place, control, field, value);
    } else if (field.kind === 'array') {
      await this.#fillRows(place, field, asArray(value), shown, pointer, done);
    } else {
      await this.#fillStructure(place, field, asObject(value), shown, pointer, done);
    }
    if (this.#missed.length === missed) done.add(pointer);
  }

  async #fillStructure(place: Locator, field: Field, value: Doc, shown: Json | undefined, pointer: string, done: Set<string>) {
    const present = place.locator(':scope > legend > [role="switch"]');
    let start = shown;
    if ((await present.count()) > 0 && !(await present.isChecked())) {
      await present.check();
      start = initialDocument({ ...field, required: true });
    }
    await this.#openFolds();
    await this.#fillObject(field, value, start, pointer, done);
  }

  /** Properties under names of the operator's own. */
  async #fillMap(place: Locator, { items }: Field, value: Doc, pointer: string, done: Set<string>): Promise<void> {
    for (const [name, each] of Object.entries(value)) {
      const at = joinPointer(pointer, name);
      await place
        .getByRole('button', { name: /^Add to / })
        .last()
        .click();
      const named = place.locator('.wf-own').last().locator('input[id$="-key"]');
      await named.fill(name);
      await named.press('Enter');
      await this.#form.locator(`[data-pointer$="${at}"]`).waitFor();
      if (items) await this.#fillField(items, each, undefined, at, done);
    }
  }

  /** Rows as cards, or as a sheet whose rows open in a drawer of their own. */
  async #fillRows(place: Locator, field: Field, rows: Json[], shown: Json | undefined, pointer: string, done: Set<string>): Promise<void> {
    const { items } = field;
    if (!items) return;
    const given = Array.isArray(shown) ? shown : [];
    // what stands in a row may be a sheet of its own
    const sheet = place.locator(`xpath=.//*[@role="grid"][ancestor::*[@data-pointer][1][@data-pointer="${pointer}"]]`);
    for (const [index, row] of rows.entries()) {
      const at = joinPointer(pointer, index);
      if (done.has(at)) continue;
      let start: Json | undefined = given[index];
      if (start === undefined) {
        const added =
          (await sheet.count()) > 0 ? sheet.getByRole('button', { name: `Edit row ${index + 1}`, exact: true }) : inside(place, at);
        const button = place.getByRole('button', { name: /^Add (row|to )/ }).last();
        await button.click();
        await added.first().waitFor({ state: 'attached' });
        start = initialDocument({ ...items, required: true });
      }
      if ((await sheet.count()) > 0) await this.#fillSheetRow(sheet, items, asObject(row), index);
      else if (items.kind === 'object') await this.#fillObject(items, asObject(row), start, at, done);
      else await this.#fillField(items, row, start, at, done);
      done.add(at);
    }
  }

  async #fillSheetRow(sheet: Locator, items: Field, row: Doc, index: number): Promise<void> {
    const page = this.#form.page();
    await sheet.getByRole('button', { name: `Edit row ${index + 1}`, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: `Row ${index + 1}`, exact: true });
    const driver = new FormDriver(drawer, this.#options);
    await driver.#fillObject(
      items,
      row,
      initialDocument({ ...items, required: true }),
      (await this.#pointerOf(sheet)) + `/${index}`,
      new Set(),
    );
    await drawer.locator('.btn-primary').last().click();
    await drawer.waitFor({ state: 'detached' });
  }

  async #pointerOf(inside: Locator): Promise<string> {
    return (await inside.evaluate((element) => element.closest('[data-pointer]')?.getAttribute('data-pointer'))) ?? '';
  }

  async #setControl(place: Locator, control: Control, field: Field, value: Json): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    switch (control) {
      case 'text':
        // a property of the operator's own has its name beside its value
        return place
          .locator('input:not([type=file], [id$="-key"]), textarea')
          .first()
          .fill(Array.isArray(value) && field.items?.kind === 'text' ? value.join('\n') : text);
      case 'switch':
        return place.getByRole(field.kind === 'boolean' ? 'switch' : 'checkbox').setChecked(value === true);
      case 'radios':
        return place.getByRole('radio', { name: this.#word(field, value), exact: true }).check();
      case 'boxes':
        for (const box of await place.getByRole('checkbox').all()) {
          const name = (await box.getAttribute('aria-label')) ?? '';
          await box.setChecked(asArray(value).some((each) => this.#word(field.items ?? field, each) === name));
        }
        return;
      case 'chips':
        for (const item of Array.isArray(value) ? value : text.split(';')) {
          await place.getByRole('textbox').fill(String(item));
          await place.getByRole('textbox').press('Enter');
        }
        return;
      case 'lines':
        for (const line of texts(value)) {
          await place.getByRole('textbox').first().fill(line);
          await place.getByRole('textbox').first().press('Enter');
        }
        return;
      case 'choice':
        for (const each of Array.isArray(value) ? value : [value]) await this.#choose(place, field, each);
        if (Array.isArray(value)) await place.getByRole('combobox').press('Tab');
        return;
      case 'date':
        await place.getByRole('textbox').fill(field.format === 'date' ? text : localTime(text));
        return place.getByRole('textbox').press('Enter');
      case 'coordinates': {
        const parts = text.split(',');
        for (const [index, part] of parts.entries()) await place.getByRole('textbox').nth(index).fill(part);
        return;
      }
      case 'timeRange':
        return this.#setTimeRange(place, asObject(value));
      case 'file':
        return place
          .locator('input[type=file]')
          .setInputFiles({ name: 'upload.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(text, 'base64') });
      case 'tree':
        return this.#setTree(place, texts(value));
      case 'none':
    }
  }

  async #choose(place: Locator, field: Field, value: Json): Promise<void> {
    const page = this.#form.page();
    const ref = field.ref ?? field.items?.ref;
    const name = ref && 'resource' in ref ? this.#options.labelOf(ref, value) : this.#word(field.items ?? field, value);
    const box = place.getByRole('combobox');
    const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    const option = page
      .getByRole('option', { name, exact: true })
      // a zone is shown with its offset
      .or(field.format === 'timezone' ? list.getByTitle(`${name} (`) : list.getByTitle(name, { exact: true }))
      .last();
    if ((await box.getAttribute('aria-expanded')) !== 'true') await box.click();
    // what nobody promised to be there is typed
    if (ref && 'resource' in ref && ref.guessed) await box.fill(name);
    // what is not among the first is typed
    await page
      .getByRole('listbox')
      .getByRole('option')
      .or(list.locator('.ant-select-item-option'))
      .filter({ visible: true })
      .first()
      .waitFor();
    if (!(await option.isVisible())) await box.fill(name);
    // what was typed stands last, or alone under its name where it is one that is there
    await (ref && 'resource' in ref && ref.guessed ? list.locator('.ant-select-item-option').last() : option).click();
  }

  async #setTimeRange(place: Locator, value: Doc): Promise<void> {
    const kinds = ['weekday', 'monthday', 'dates'];
    const radios = place.getByRole('radio');
    const offset = (await radios.count()) - kinds.length;
    await radios.nth(offset + kinds.indexOf(String(value['kind']))).check();
    const days = value['weekdays'] ?? value['monthdays'];
    if (Array.isArray(days)) {
      for (const [index, box] of (await place.getByRole('checkbox').all()).entries()) await box.setChecked(days.includes(index + 1));
    }
    for (const name of ['startDate', 'endDate', 'startTime', 'endTime']) {
      const part = value[name];
      if (typeof part !== 'string') continue;
      const input = place.locator(`input[id$="-${name}"]`);
      await input.fill(part);
      await input.press(name.endsWith('Date') ? 'Enter' : 'Tab');
    }
  }

  /** Permissions are found by their names; what stands below is ticked along. */
  async #setTree(place: Locator, ids: string[]): Promise<void> {
    for (const name of topNames(model.permissions, new Set(ids))) {
      await place.getByRole('searchbox').fill(name);
      await place.getByRole('tree').getByRole('checkbox', { name, exact: true }).click();
    }
    await place.getByRole('searchbox').fill('');
  }

  #word(field: Field, value: Json): string {
    const { labels } = this.#options;
    return labels.enums[field.path]?.[String(value)] ?? labels.enums[field.path.replace(/\[\]$/, '')]?.[String(value)] ?? String(value);
  }
}

/** The control of a value, or of a part of it. */
function inside(place: Locator, pointer: string): Locator {
  return place.locator(`[data-pointer="${pointer}"], [data-pointer^="${pointer}/"]`);
}

function topNames(nodes: readonly PermissionNode[], ids: ReadonlySet<string>): string[] {
  return nodes.flatMap((node) => (ids.has(node.id) ? [node.label.en] : topNames(node.children ?? [], ids)));
}

/** What stands in the place of a field, once it is there: some come when they are first shown. `none` where it is a structure of further fields. */
async function controlOf(place: Locator, field: Field): Promise<Control> {
  if (field.format === 'time-range' || field.widget === 'timeRange') return 'timeRange';
  const control =
    "xpath=self::fieldset | .//fieldset | .//input | .//textarea | .//*[@role='combobox' or @role='grid' or @role='tree'] | .//*[@data-pointer] | .//button[starts-with(normalize-space(.), 'Add')]";
  await place.first().locator(control).first().waitFor({ state: 'attached' });
  return place.first().evaluate((element): Control => {
    if (element.tagName === 'FIELDSET') return 'none';
    const has = (selector: string): boolean => element.querySelector(selector) !== null;
    if (has('[role="tree"]')) return 'tree';
    if (has('.wr')) return 'lines';
    if (has('input[type="file"]')) return 'file';
    if (has('.ant-picker')) return 'date';
    if (has('[role="combobox"]')) return 'choice';
    if (has('[role="radiogroup"]')) return 'radios';
    if (has('.wx-chips')) return 'chips';
    // a card of a row is a group around all that stands in it
    if (has(':scope [role="group"] input[type="checkbox"]')) return 'boxes';
    if (has('input[type="checkbox"]')) return 'switch';
    return has(':scope [role="group"] input[id$="-latitude"]') ? 'coordinates' : 'text';
  });
}
