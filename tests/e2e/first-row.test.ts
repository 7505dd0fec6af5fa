import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/support/browser.ts';
import { beforeRow, roundTrips, ROW, traceFirstRow, type Trace } from '#tests/support/first-row.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

/** Design section 7: what a line that is slow to answer, or narrow, can bear before the first row. */
const TRIPS = 3;
const DATA_KB = 60;
/** Of these what `npm run check` keeps for answers (bench/first-data.ts). */
const CALLS_KB = 14;
const SCRIPTS = 12;
/** What no page waits for. */
const LATER = [/\/alertCodes\/dict/, /\/regions\?/, /\/cities\?/, /\/tags\?/];

const { enter, url } = stage();

const named = (trace: Trace): string[] => roundTrips(trace).map(({ path }) => path);

describe.each(['super@demo.example', 'company@demo.example'])('from log-in to the first row, as %s', (username) => {
  let trace: Trace;
  beforeAll(async () => {
    trace = await traceFirstRow(await sharedBrowser(), { url: url(), username, page: '/site', until: LATER });
  });

  test('no more than three answers are waited for one after another', () => {
    expect(named(trace).length, named(trace).join('\n')).toBeLessThanOrEqual(TRIPS);
    expect(named(trace).length).toBeGreaterThan(1);
  });

  test('the rows are asked for before what no page waits for', () => {
    // most of it when the rows are here
    const all = [...trace.exchanges, ...trace.after];
    const at = (path: RegExp): number => all.findIndex((each) => path.test(each.path));
    expect(at(/\/sites\?/)).toBeGreaterThan(0);
    for (const later of LATER) expect(at(later), String(later)).toBeGreaterThan(at(/\/sites\?/));
  });

  test('model, labels and answers weigh 60 kB at most, and come with twelve scripts at most', () => {
    const { data, scripts } = beforeRow(trace);
    const bytes = data.reduce((sum, each) => sum + each.bytes, 0);
    expect(data.length).toBeGreaterThan(4);
    const calls = data.filter(({ path }) => path.startsWith('/api'));
    expect(calls.reduce((sum, each) => sum + each.bytes, 0) / 1000).toBeLessThanOrEqual(CALLS_KB);
    expect(bytes / 1000, data.map((each) => `${each.bytes} ${each.path}`).join('\n')).toBeLessThanOrEqual(DATA_KB);
    expect(scripts.length, scripts.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(SCRIPTS);
  });
});

test('who comes again asks for rows and for himself at once, and for views and columns in one call', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site');
  await page.locator(ROW).first().waitFor();
  await page.waitForLoadState('networkidle');
  // neither answer comes before both were asked for
  const asked: string[] = [];
  let both = (): void => undefined;
  const together = new Promise<void>((done) => (both = done));
  await page.route(/\/api\/v1\/(?:users\/.*page=login|companies\/[^/]+\/sites\?)/, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    if (asked.length === 2) both();
    await together;
    await route.continue();
  });
  const settings: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/preferences')) settings.push(new URL(request.url()).search);
  });
  await page.reload();
  await page.locator(ROW).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.slice(0, 2).some((path) => path.endsWith('/sites'))).toBe(true);
  expect(settings.filter((search) => search.includes('views.Site'))).toEqual([expect.stringContaining('table.Site')]);
});

test.each([
  ['/dashboard', 'monitor/state'],
  ['/ranking', 'monitor/ranking'],
])('what %s shows first is asked for before its code is there, and once', async (path, call) => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site');
  await page.locator(ROW).first().waitFor();
  const asked: string[] = [];
  let known = (): void => undefined;
  const first = new Promise<void>((done) => (known = done));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.includes('/monitor/')) return;
    asked.push(pathname.replace(/^.*(?=monitor)/, ''));
    if (pathname.endsWith(call)) known();
  });
  let held = 0;
  await page.route('**/assets/panels-*.js', async (route) => {
    held++;
    await first;
    await route.continue();
  });
  await page.goto(path);
  await page.locator('.panel').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(held).toBeGreaterThan(0);
  expect(asked.filter((each) => each === call)).toHaveLength(1);
});

test('what was measured is asked for when the stored state is there, which says whether anything is wrong', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^.*(?=monitor)/, '')));
  let answer = (): void => undefined;
  const hold = new Promise<void>((done) => (answer = done));
  await page.route(/monitor\/state/, async (route) => {
    await hold;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.locator('main .skeleton, main [role="status"]').first().waitFor();
  await page.waitForTimeout(1000);
  expect(asked).toContain('monitor/state');
  expect(asked).not.toContain('monitor/dashboard');
  answer();
  await expect.poll(() => asked).toContain('monitor/dashboard');
});

test('a list reads nothing of its forms; a form that is opened does', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname.replace(/^\/model\/[^/]+/, '')));
  await page.goto('/site');
  await page.locator(ROW).first().waitFor();
  await page.waitForLoadState('networkidle');
  const isForms = (path: string): boolean => path.endsWith('.form.json') || path.endsWith('.validators.js');
  expect(read).toContain('/site.json');
  expect(read.filter(isForms)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page
    .getByRole('region', { name: /^Create Site/ })
    .getByRole('textbox')
    .first()
    .waitFor();
  await expect.poll(() => read.filter(isForms)).toEqual(expect.arrayContaining(['/site.form.json', '/site.validators.js']));
});

test('back and forward show the rows that were there while newer ones are on their way', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site?page=2');
  const name = page.locator(ROW).getByRole('link').first();
  const shown = await name.innerText();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tags', exact: true }).click();
  await page.getByRole('table', { name: 'Tag' }).getByRole('link').first().waitFor();
  // no list is answered any more
  await page.route(/\/api\/v1\/companies\/[^/]+\/(?:sites|tags)\?/, () => undefined);
  await page.goBack();
  await page.getByRole('table', { name: 'Site' }).waitFor();
  expect(await name.innerText()).toBe(shown);
  await page.goForward();
  await page.getByRole('table', { name: 'Tag' }).getByRole('link').first().waitFor();
});
