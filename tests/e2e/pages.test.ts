import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Language, Mode } from '#domain/model.ts';
import { callApi } from '#tests/support/api.ts';
import { ContactSheet } from '#tests/support/contact-sheet.ts';
import { firstOfItsKind, thorough } from '#tests/support/effort.ts';
import { figuresCut } from '#tests/support/figures.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { PanelNumbers } from '#tests/support/panel-numbers.ts';
import { signIn } from '#tests/support/session.ts';
import { ListAnswers } from '#tests/support/shown-row.ts';
import { stage } from '#tests/support/stage.ts';
import {
  byTurns,
  type Caller,
  emptinessOf,
  languagesOf,
  Measured,
  ofEachMake,
  reasonOf,
  Seen,
  sorted,
  type Stop,
  stopsOf,
  type Visit,
} from '#tests/support/visits.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

/**
 * Every page as the demo accounts see it, in every mode that they have: the menu of each holds what is open and nothing else,
 * each page shows its title and its first row as the server answers it, nothing beyond its edge, no call refused, nothing in the
 * console; what is closed leads to the start page, for each reason once. The super administrator sees every page, one in Chinese,
 * the next in English, and in further modes one for each kind of calls that lists have there. Who may do on a page what somebody
 * before him may, in the same mode, sees the same one: it is looked at once; who may do less sees one of each kind, in Chinese.
 * As few as show everything that pages are made of are looked at by axe. By night (THOROUGH=1) every one of it in both languages.
 * No figure, time, address or serial is cut to another one on any page in a wide window, on half of them in one of two narrower ones
 * either, on the other half in their first item: each page in one of the languages, by night in both, at all three widths and in the
 * item. The numbers beside every picture of measurements are those that its operation answered for the page's range, and what the
 * demo network measured says so.
 *
 * CONTACT_SHEET=folder npm run e2e -- pages    keeps a picture of each page of the super administrator
 */
const { enter } = stage();

const huaxin = { id: 'c-huaxin', name: 'company', auditType: 'third' };
const yuanhang = { id: 'c-yuanhang', name: 'company', auditType: 'custom' };
const fullest: Visit = { username: 'super', mode: 'company', company: huaxin };
const visits: Visit[] = [
  fullest,
  { username: 'super', mode: 'global' },
  { username: 'super', mode: 'channel' },
  { username: 'super', mode: 'company', company: yuanhang },
  { username: 'global', mode: 'global' },
  { username: 'global', mode: 'company', company: yuanhang },
  { username: 'channel', mode: 'channel' },
  { username: 'channel', mode: 'company', company: huaxin },
  { username: 'company', mode: 'company', company: huaxin },
  { username: 'viewer', mode: 'company', company: huaxin },
  { username: 'regional', mode: 'company', company: huaxin },
  { username: 'delegate', mode: 'company', company: huaxin },
];
const named = visits.map((visit): [string, Visit] => [[visit.username, visit.mode, visit.company?.id].filter(Boolean).join(' '), visit]);
const seen = new Seen();
const reasons = firstOfItsKind();
/** Another mode has the same page; one without rows, or that asks for a company, is made as others are. */
const looked = firstOfItsKind();
/** What somebody without eyes meets on a page is that of what it is made of. */
const ofMake = ofEachMake();
/** The frame around the pages is the same on each. */
const frames = new Set<Mode>();
const measured = new Measured(fullest);
/** How many were held to the API in each mode. */
const pictures: Partial<Record<Mode, number>> = {};
const patient = { timeout: 30_000 };

describe('every page', () => {
  test.each(named)('%s', { timeout: 900_000 }, (name, visit) =>
    inLanguages(languagesOf(visit), (language) => goRound(name, visit, language)),
  );

  test('is measured', () => {
    expect(new Set(Object.values(measured.addresses).flatMap((all) => [...all])).size).toBeGreaterThan(77);
    for (const { size } of Object.values(measured.addresses)) expect(size).toBeGreaterThan(35);
    expect(pictures['company']).toBeGreaterThan(35);
    expect(pictures['global']).toBeGreaterThan(5);
  });
});

async function goRound(name: string, visit: Visit, language: Language): Promise<void> {
  const round = await begin(visit, language);
  const caller = await round.caller();
  const { menu, hidden, closed } = sorted(visit, caller);
  await round.menuShows(menu.map(({ title }) => title[language]));
  for (const stop of [...menu, ...hidden].flatMap((entry) => stopsOf(entry, language))) {
    const figures = measured.isNew(stop, visit, language);
    if (!seen.isNew(stop, visit, caller, language) && !figures) continue;
    await round.see(stop);
    if (figures) await round.measure(stop);
    await round.numbers?.compare(stop);
  }
  if (round.numbers) pictures[visit.mode] = (pictures[visit.mode] ?? 0) + round.numbers.pictures;
  // where it leads does not depend on the language
  for (const entry of language === 'zh' ? closed.filter((each) => reasons(reasonOf(each, visit, caller))) : [])
    await round.isTurnedAway(
      entry.path,
      menu.map(({ path }) => path),
    );
  await round.sheet?.finish(`${name} ${language}`);
}

/** At the same time: each waits for the server and for what is drawn most of the while. */
async function inLanguages(languages: readonly Language[], work: (language: Language) => Promise<void>): Promise<void> {
  await Promise.all(languages.map(work));
}

test('a company that has nothing yet says on every page what is missing', { timeout: 900_000 }, async () => {
  const said = { zh: 0, en: 0 };
  await inLanguages(['zh', 'en'], async (language) => {
    const { page } = await enter({ language });
    await signIn(page);
    const { companyId: empty } = await callApi<{ companyId: string }>(page, 'POST', '/api/v1/companies', {
      name: `empty-${language}`,
      auditType: 'third',
      linkman: '王芳',
      mobile: '13800138000',
    });
    const visit: Visit = { username: 'super', mode: 'company', company: { id: empty, name: empty, auditType: 'third' } };
    const round = await begin(visit, language);
    const { menu } = sorted(visit, await round.caller());
    const isNew = firstOfItsKind();
    const kinds = menu.flatMap((entry) => stopsOf(entry, language)).filter((stop) => isNew(emptinessOf(stop)));
    // every second one in the other language; by night all in both
    const own = kinds.filter((_, index) => thorough || index % 2 === ['zh', 'en'].indexOf(language));
    for (const stop of own) await round.see(stop);
    said[language] = round.empty;
  });
  // some lists hold what is there for every company
  expect(said.zh + said.en).toBeGreaterThan(20);
  expect(Math.min(said.zh, said.en)).toBeGreaterThan(5);
});

async function begin(visit: Visit, language: Language): Promise<Round> {
  const { page, problems } = await enter({ language });
  const username = `${visit.username}@demo.example`;
  await signIn(page, username);
  await workIn(page, { ...visit, username });
  const round = new Round(page, problems, visit, language);
  // no list: what it fetched would not be fetched again
  await page.goto('/importExcelActionTemplate');
  return round;
}

/** One caller's way through the console, without a page being loaded anew. */
class Round {
  readonly sheet: ContactSheet | undefined;
  /** In Chinese all pages with pictures are seen. */
  readonly numbers: PanelNumbers | undefined;
  empty = 0;
  readonly #page: Page;
  readonly #problems: string[];
  readonly #visit: Visit;
  readonly #language: Language;
  readonly #answers: ListAnswers;

  constructor(page: Page, problems: string[], visit: Visit, language: Language) {
    this.#page = page;
    this.#problems = problems;
    this.#visit = visit;
    this.#language = language;
    this.#answers = new ListAnswers(page);
    this.numbers = visit.username === 'super' && language === 'zh' ? new PanelNumbers(page) : undefined;
    this.sheet = visit.username === 'super' ? ContactSheet.ifWanted(page) : undefined;
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} to ${response.request().method()} ${response.url()}`);
    });
  }

  caller(): Promise<Caller> {
    return callApi<Caller>(this.#page, 'GET', `/api/v1/users/${this.#visit.username}@demo.example?page=login`);
  }

  async menuShows(titles: string[]): Promise<void> {
    const links = this.#page.locator('nav.side-nav a');
    await expect.poll(() => links.allInnerTexts(), patient).toEqual(titles);
  }

  async see(stop: Stop): Promise<void> {
    const { address, title, heading = title, resource, labels } = stop;
    const page = this.#page;
    // what is listed for each company asks for one
    const unbound =
      this.#visit.mode !== 'company' &&
      resource?.operations.list.every(({ pathParams }) => pathParams.some(({ name }) => name === 'companyId')) === true &&
      resource.operations.list.length > 0;
    const lists = !unbound && resource !== undefined && labels !== undefined && resource.operations.list.length > 0;
    // what is set for each company asks for one
    const access = resource?.operations.get[0]?.access;
    const asks = unbound || (typeof access === 'object' && access.tenant !== undefined && this.#visit.mode !== 'company');
    let isEmpty = false;
    if (lists) this.#answers.expect(resource);
    await follow(page, this.numbers?.addressOf(stop) ?? address);
    if (lists) {
      await page.locator(loadedTable(labels.plural)).first().waitFor(patient);
      await expect.poll(() => this.#answers.differences(labels, this.#language), { ...patient, message: address }).toEqual([]);
      isEmpty = (await this.#answers.latest())?.length === 0;
      if (isEmpty) await this.#saysWhatIsMissing(address);
      expect.soft(await sideways(page), `${address} scrolls sideways`).toBe(0);
    } else {
      await page
        .locator(asks ? 'main [role="status"]' : resource ? 'main .rd-page dd' : `main h1:text-is(${JSON.stringify(heading)})`)
        .first()
        .waitFor(patient);
    }
    await expect.poll(() => page.title(), { ...patient, message: address }).toContain(title);
    expect.soft(this.#problems.splice(0), address).toEqual([]);
    const look = isEmpty ? emptinessOf(stop) : asks ? 'asks' : ofMake.has(address) && address;
    if (this.#visit.username === 'super' && look !== false && looked(look)) await this.#isAccessible();
    await this.sheet?.take(`${this.#visit.mode} ${address} ${this.#language}`);
  }

  /** What it shows, when it was seen. */
  async measure(stop: Stop): Promise<void> {
    const { address, resource } = stop;
    measured.addresses[this.#language].add(address);
    // every second pair of pages in a narrower one, in either language, and the first item of the others
    const beside = byTurns<number | 'item'>(stop, [1024, 'item', 390, 'item'], 2);
    const widths = [1440, ...beside.filter((each) => each !== 'item')];
    const cut = await figuresCut(this.#page, (resource?.operations.list.length ?? 0) > 0 && beside.includes('item'), widths);
    expect.soft([...cut, ...this.#problems.splice(0)], address).toEqual([]);
  }

  async #isAccessible(): Promise<void> {
    const { mode } = this.#visit;
    await expectAccessible(this.#page, frames.has(mode) ? 'main' : undefined);
    frames.add(mode);
  }

  async isTurnedAway(path: string, open: string[]): Promise<void> {
    const start = this.#visit.mode === 'company' && open.includes('/dashboard') ? '/dashboard' : open[0];
    await follow(this.#page, path);
    await expect.poll(() => new URL(this.#page.url()).pathname, { ...patient, message: path }).toBe(start);
  }

  async #saysWhatIsMissing(address: string): Promise<void> {
    this.empty++;
    const said = await this.#page.locator('main table [role="status"]').first().innerText();
    expect.soft(said, address).toMatch(this.#language === 'zh' ? /\p{Script=Han}/u : /^[^\p{Script=Han}]+$/u);
  }
}

/** A table that has come to rest: it holds rows, or says why there are none. */
function loadedTable(label: string): string {
  const table = `main table[aria-label=${JSON.stringify(label)}][aria-busy="false"]`;
  return `${table} tbody td[data-label], ${table} [role="status"]:not([aria-label])`;
}

/** Pixels of the list that stand outside its frame. */
function sideways(page: Page): Promise<number> {
  return page
    .locator('main .rt-scroll')
    .first()
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
}
