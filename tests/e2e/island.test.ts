import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ajvFormats } from '#domain/formats/ajv.ts';
import type { Json } from '#domain/model.ts';
import type { IslandHarness } from '#tests/harness/island.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { firstOfItsKind } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { islandSite } from '#tests/support/island-site.ts';
import { leftOut, notTaken, playground, suite, type Sample } from '#tests/support/island-samples.ts';

declare global {
  var island: IslandHarness;
}

const groups = Object.fromEntries(
  Object.entries(suite).flatMap(([keyword, all]) =>
    all.map((group, index) => [`${pascal(keyword)}${index + 1}Suite`, { ...group, keyword }]),
  ),
);
const samples: Record<string, Sample> = { ...playground, ...groups };

let site: Awaited<ReturnType<typeof islandSite>>;
let page: Page;
let chinese: Promise<Page> | undefined;
let problems: string[] = [];

beforeAll(async () => {
  site = await islandSite(Object.fromEntries(Object.entries(samples).map(([name, { schema }]) => [name, schema])));
  page = await visit('en');
}, 240_000);
afterAll(async () => {
  await page?.close();
  await (await chinese)?.close();
  await site?.close();
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

/** To load the page takes longer than all that is done on it. */
function readerOf(language: string): Page | Promise<Page> {
  return language === 'en' ? page : (chinese ??= visit(language));
}

async function visit(language: string): Promise<Page> {
  const opened = await (await sharedBrowser()).newPage({ viewport: { width: 1440, height: 900 } });
  opened.on('pageerror', (error) => problems.push(String(error)));
  opened.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await opened.goto(`${site.url}?language=${language}`);
  await opened.waitForFunction(() => 'island' in globalThis);
  return opened;
}

function pascal(keyword: string): string {
  return keyword
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** What kinds of values stand where: what is empty, a whole number or not, is a kind of its own. */
function shapeOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${name}:${shapeOf(each)}`)
      .join()}}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return value === '' ? 'empty' : value === null ? 'null' : typeof value;
}

/** As text on the way: a property may be called `__proto__`. */
async function open(name: string, given?: Json, on = page): Promise<void> {
  const text = given === undefined ? undefined : `{"value":${JSON.stringify(given)}}`;
  await on.evaluate(
    async ([of, value]) => {
      await globalThis.island.open(of, value === undefined ? undefined : JSON.parse(value));
      const isReady = (): boolean => document.querySelector('form') !== null && document.querySelector('.wf-pending') === null;
      for (let tries = 0; tries < 200 && !isReady(); tries++) await new Promise((done) => setTimeout(done, 10));
      await new Promise((done) => setTimeout(done, 10));
    },
    [name, text] as const,
  );
}

/** What the form would send, as text; undefined where it refuses. */
async function save(on = page): Promise<string | undefined> {
  return on.evaluate(async () => {
    Object.assign(globalThis.island, { collected: undefined });
    document.querySelector<HTMLButtonElement>('form button[type=submit]')?.click();
    for (let tries = 0; tries < 40 && globalThis.island.collected === undefined; tries++) await new Promise((done) => setTimeout(done, 10));
    const { collected } = globalThis.island;
    return collected && JSON.stringify(collected.item);
  });
}

async function saved(on = page): Promise<Json> {
  const text = await save(on);
  if (text === undefined) throw new Error(`It was refused: ${(await on.locator('.wf-errors').allInnerTexts()).join('; ')}`);
  const { value }: { value: Json } = JSON.parse(text);
  return value;
}

const labelled = (name: string | RegExp, on = page): Locator => on.getByRole('textbox', { name, exact: true });

const shownKind = (on: Page | Locator = page): Promise<string> =>
  on
    .getByRole('combobox', { name: /^(Kind|类型)$/ })
    .first()
    .inputValue();

async function choose(kind: string | RegExp, on: Page | Locator = page): Promise<void> {
  await on
    .getByRole('combobox', { name: /^(Kind|类型)$/ })
    .first()
    .click();
  const owner = 'page' in on ? on.page() : on;
  await owner.getByRole('option', { name: kind }).click();
}

describe('whatever a schema permits is opened, and saved as it was', () => {
  test.each(Object.keys(playground))('the sample %s of the library', async (name) => {
    for (const document of playground[name]?.documents ?? []) {
      await open(name, document);
      expect(await save(), await page.locator('.wf-errors').allInnerTexts().then(String)).toBe(JSON.stringify({ value: document }));
    }
  });

  test('every valid instance of the JSON Schema test suite', async () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    for (const [format, check] of Object.entries(ajvFormats)) ajv.addFormat(format, check);
    const counts = { same: 0, refused: 0 };
    const isNew = firstOfItsKind();
    let alike = 0;
    const wrong: string[] = [];
    for (const [name, { schema, documents, description, keyword }] of Object.entries(groups)) {
      const accepts = typeof schema === 'object' && schema !== null ? ajv.compile(schema) : () => true;
      for (const document of documents) {
        // what the validator of browser and server itself takes to be wrong: names of JavaScript's own, annotations of `if`, and
        // formats, which the suite has as words and we as checks
        if (!accepts(document)) {
          counts.refused++;
          continue;
        }
        // of each schema one, and each shape once for its keyword; by night all
        if (![name, `${keyword} ${shapeOf(document)}`].map(isNew).includes(true)) {
          alike++;
          continue;
        }
        await open(name, document);
        const got = await save();
        if (got === JSON.stringify({ value: document })) counts.same++;
        else wrong.push(`${name} (${description}): ${JSON.stringify(document)} became ${got}`);
      }
    }
    expect(wrong).toEqual([]);
    const without = Object.values(leftOut)
      .flat()
      .reduce((sum, each) => sum + each.documents, 0);
    console.log(`JSON Schema test suite: ${counts.same} documents saved as they were, ${counts.refused} refused, ${without} left out.`);
    expect({ ...counts, same: counts.same + alike, without }).toEqual({ same: 670, refused: 23, without: 72 });
  }, 600_000);

  test('one text is changed: everything else stays to the letter, in its order', async () => {
    let touched = 0;
    for (const [name, { documents }] of Object.entries(playground)) {
      for (const document of documents) {
        await open(name, document);
        const texts = page.locator(
          '.wf-island input[type=text]:not([id$="-key"]):not([role]), .wf-island input:not([type]):not([id$="-key"])',
        );
        for (let index = 0; index < (await texts.count()); index++) {
          const before = await texts.nth(index).inputValue();
          // a text that stands once in the document tells where it stands
          if (!/^[a-z ]{1,}$/i.test(before) || JSON.stringify(document).split(JSON.stringify(before)).length !== 2) continue;
          await texts.nth(index).fill(`${before}s`);
          await texts.nth(index).blur();
          const got = await save();
          const expected = JSON.stringify({ value: document }).replace(JSON.stringify(before), JSON.stringify(`${before}s`));
          // a closed list of values, or a constant, refuses another
          if (got !== undefined) expect(got, name).toBe(expected);
          if (got !== undefined) touched++;
          break;
        }
      }
    }
    expect(touched).toBeGreaterThan(10);
  }, 120_000);
});

test('of the samples of the library none is passed over without a reason', () => {
  expect([Object.keys(playground).length, Object.keys(notTaken).length]).toEqual([45, 11]);
});

test('nothing of them was left to be guessed', () => expect(site.guesses).toEqual([]));

describe('what is entered by hand', () => {
  test('a branch without defaults is chosen and filled in, and opens as that branch', async () => {
    await open('OneOf');
    await choose('Ipsum');
    await labelled(/^Ipsum/).fill('b');
    const value = await saved();
    expect(value).toEqual({ ipsum: 'b' });
    await open('OneOf', value);
    expect(await shownKind()).toBe('Ipsum');
  });

  test('constants of a branch are there once it is chosen', async () => {
    await open('MixedTypes', {});
    await choose(/text/, page.getByRole('group', { name: 'Port' }));
    await labelled(/text/).fill('any');
    expect(await saved()).toEqual({ port: 'any' });
  });

  test('an element of a tuple, and one after it', async () => {
    await open('TupleOpen', [1]);
    await page.getByRole('button', { name: /^Add/ }).click();
    await labelled('Item 2').fill('next');
    expect(await saved()).toEqual([1, 'next']);
  });

  test('two levels of a shape within itself', async () => {
    await open('Recursive', { match: 'a' });
    for (const depth of [1, 2]) {
      const more = page.getByRole('button', { name: /^Open/ });
      if ((await page.getByRole('textbox', { name: 'Match' }).count()) <= depth && (await more.count()) > 0) await more.first().click();
    }
    const names = page.getByRole('textbox', { name: 'Match' });
    await names.nth(1).fill('b');
    await names.nth(2).fill('c');
    expect(await saved()).toEqual({ match: 'a', otherwise: { match: 'b', otherwise: { match: 'c' } } });
  });

  test('a property of a name of one’s own', async () => {
    await open('FreeNames', { one: 1 });
    await page.getByRole('button', { name: /^Add/ }).click();
    const name = labelled('Name').nth(1);
    await name.fill('three');
    await name.press('Enter');
    await labelled('Value of three').fill('3');
    expect(await saved()).toEqual({ one: 1, three: 3 });
    await page.getByRole('button', { name: 'Remove one' }).click();
    expect(await saved()).toEqual({ three: 3 });
  });

  test('what a condition opens that no field model could hold', async () => {
    await open('IfPattern', { country: 'US' });
    expect(await labelled('Postal code').count()).toBe(1);
    await labelled('Country').fill('CN');
    await labelled('Country').blur();
    await labelled('Province').fill('Zhejiang');
    expect(await saved()).toEqual({ country: 'CN', province: 'Zhejiang' });
  });

  test.each([
    ['en', 'A network', 'Network', /IPv4 network|CIDR|network/i],
    ['zh', 'A network', 'Network', /[\u4e00-\u9fff]/],
  ])('a wrong value is told at its field, by our words, in %s', async (language, kind, field, words) => {
    const reader = await readerOf(language);
    await open('Formats', { address: '10.0.0.1' }, reader);
    await choose(kind, reader);
    await labelled(new RegExp(`^${field}`), reader).fill('10.0.0.300/8');
    expect(await save(reader)).toBeUndefined();
    const control = labelled(new RegExp(`^${field}`), reader);
    await reader.locator('.wf-island [aria-invalid=true]').first().waitFor();
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    const told = (await control.getAttribute('aria-describedby')) ?? '';
    expect(await reader.locator(`[id="${told.split(' ')[0]}"]`).innerText()).toMatch(words);
    // what the other branch misses is nobody's error
    expect(await reader.locator('.wf-island .wf-errors').count()).toBe(1);
  });

  test('what the library says of its own accord is said in Chinese', async () => {
    const reader = await readerOf('zh');
    await open('FreeChoices', { one: 'x' }, reader);
    const text = await reader.locator('.wf-island').innerText();
    expect(text).toContain('类型');
    expect(text).not.toMatch(/Add|Remove|Kind|option|Name/);
  });
});

test('the theme draws a form of the library’s own, with the names of its widgets and of ours', async () => {
  await page.evaluate(() =>
    globalThis.island.plain(
      {
        type: 'object',
        properties: {
          gateway: { type: 'string', title: 'Gateway' },
          note: { type: 'string', title: 'Note' },
          mode: { type: 'string', title: 'Mode', enum: ['static', 'dynamic'] },
          hops: { type: 'array', title: 'Hops', items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } } },
        },
      },
      { gateway: { 'ui:widget': 'ipv4' }, note: { 'ui:widget': 'textarea' }, mode: { 'ui:widget': 'radio' } },
    ),
  );
  const gateway = labelled(/^Gateway/);
  await gateway.fill(' 10.0.0.1 ');
  await gateway.blur();
  const note = labelled(/^Note/);
  expect(await note.evaluate((each) => each.tagName)).toBe('TEXTAREA');
  await note.fill('one\ntwo');
  await page.getByRole('radio', { name: 'dynamic' }).check({ timeout: 5000 });
  await page.getByRole('button', { name: /^Add/ }).click();
  await labelled(/^Name/).fill('edge');
  await labelled(/^Name/).blur();
  expect(JSON.parse((await save()) ?? '{}')).toEqual({ gateway: '10.0.0.1', note: 'one\ntwo', mode: 'dynamic', hops: [{ name: 'edge' }] });
});

test.each(['References', 'Arrays', 'AnyOf', 'FreeChoices', 'Nullable', 'TupleOfShapes'])(
  'no serious finding of accessibility: %s',
  async (name) => {
    await open(name, playground[name]?.documents[0]);
    await expectAccessible(page);
  },
);
