import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { asObject, asText } from '#domain/json.ts';
import { encodePassword } from '#api/password.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { childrenOf, startDev, type DevPlace } from '#tests/support/dev-place.ts';
import { visit } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';

const TAG = 'schemas/entities/tag.yaml';
const WORDS = 'locales/zh/entities/tag.json';
const TAGS = '/api/v1/companies/c-huaxin/tags';

let place: DevPlace;
let browser: Browser;
let original: string;
let authorization = '';
const open: WebSocket[] = [];

// a whole pass and a server's start are slow on a machine that does ten other things, and a console that nobody has built comes
// module by module
vi.setConfig({ testTimeout: 150_000, hookTimeout: 300_000 });
const patience = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  [place, browser] = await Promise.all([startDev(), sharedBrowser()]);
  original = place.read(TAG);
  const answer = await fetch(`${place.url}/api/v2/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'company@demo.example', password: await encodePassword('company@demo.example', 'Demo1234') }),
  });
  authorization = `Bearer ${asText(asObject(await answer.json())['token']) ?? ''}`;
});
afterAll(() => place?.stop());
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** What a page is told, as its development client hears it. */
async function page(): Promise<string[]> {
  const client = await (await fetch(`${place.url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${place.url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  open.push(socket);
  const heard: string[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(String(data)));
  await expect.poll(() => heard.some((each) => each.includes('connected')), patience).toBe(true);
  return heard;
}

const hears = (heard: string[], ...parts: string[]): Promise<void> =>
  expect.poll(() => heard.some((each) => parts.every((part) => each.includes(part))), patience).toBe(true);

const shown = async (path: string): Promise<string> => (await fetch(`${place.url}/model/${path}`)).text();

async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; text: string }> {
  const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(place.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: answer.status, text: await answer.text() };
}

const titled = (title: string): string => original.replace(/name: \{ title: [^,]+,/, `name: { title: ${title},`);

test('what was typed into a form is kept while its contract is edited, as far as it still fits', async () => {
  const visitor = await visit(browser, { url: place.url });
  const { page } = visitor;
  await signIn(page, 'company@demo.example');
  await page.goto('/tag?new=1', { timeout: 60_000 });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').waitFor({ timeout: 60_000 });
  await field('Name').fill('typed name');
  await field('Remark').fill('typed remark');

  const more = original
    .replace('name: { title: Name,', 'name: { title: Sticker,')
    .replace('\n  remark:', '\n  colour: { title: Colour, description: Of its mark., type: string, maxLength: 9 }\n  remark:');
  expect(more).not.toBe(original);
  place.save(TAG, more);
  await field('Sticker').waitFor({ timeout: 30_000 });
  await field('Colour').waitFor();
  expect([await field('Sticker').inputValue(), await field('Remark').inputValue()]).toEqual(['typed name', 'typed remark']);

  await field('Colour').fill('red');
  place.save(TAG, more.replace(/\n {2}remark: [^\n]*/, '').replaceAll(/, remark\b|\bremark, /g, ''));
  await field('Remark').waitFor({ state: 'detached', timeout: 30_000 });
  expect([await field('Sticker').inputValue(), await field('Colour').inputValue()]).toEqual(['typed name', 'red']);
  expect(place.output()).not.toContain('full-reload');
  await visitor.close();
  place.save(TAG, original);
});

test('a mistake is drawn over the page with file, line and remedy, and goes when it is mended; what was typed is still there', async () => {
  const visitor = await visit(browser, { url: place.url });
  const { page } = visitor;
  await page.goto('/login', { timeout: 60_000 });
  const typed = page.getByRole('textbox').first();
  await typed.fill('somebody', { timeout: 60_000 });
  const line = original.split('\n').findIndex((each) => each.startsWith('x-ui:')) + 1;
  place.save(TAG, original.replace('columns: [name,', 'colums: [name,'));
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText(`${TAG}:${line}`).first().waitFor({ timeout: 60_000 });
  await overlay.getByText('Did you mean').first().waitFor();
  const onTop = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName);
  expect(onTop).toBe('VITE-ERROR-OVERLAY');
  place.save(TAG, original);
  await overlay.waitFor({ state: 'detached', timeout: 60_000 });
  expect(await typed.inputValue()).toBe('somebody');
  await visitor.close();
});

test('a file that is renamed over the old one is shown each time, and so is a checkout', async () => {
  const heard = await page();
  for (const title of ['Label', 'Sticker', 'Badge']) {
    heard.length = 0;
    place.save(TAG, titled(title));
    await hears(heard, 'model:changed');
    expect(await shown('labels/en/tag.json')).toContain(`"name": "${title}"`);
  }
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: place.folder, stdio: 'ignore' });
  git('init', '-q', '-b', 'one');
  git('add', 'schemas');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'two');
  place.save(TAG, titled('Branched'));
  git('commit', '-qam', 'two');
  for (const [branch, title] of [
    ['one', 'Badge'],
    ['two', 'Branched'],
    ['one', 'Badge'],
  ] as const) {
    git('checkout', '-q', branch);
    await expect.poll(() => shown('labels/en/tag.json'), patience).toContain(`"name": "${title}"`);
  }
  place.save(TAG, original);
});

test('sentences of the console go to the page as they are, without a load', async () => {
  const heard = await page();
  const file = 'locales/en/form.json';
  const text = place.read(file);
  place.save(file, text.replace('"Cancel"', '"Leave it"'));
  await hears(heard, 'messages:changed', '"namespace":"form"', 'Leave it');
  place.save(file, text);
  expect(heard.filter((each) => each.includes('full-reload'))).toEqual([]);
});

test('a mistake is told with file, line and remedy, to a page that is loaded later too, and taken back when it is mended', async () => {
  const heard = await page();
  const line = original.split('\n').findIndex((each) => each.startsWith('x-ui:')) + 1;
  place.save(TAG, original.replace('columns: [name,', 'colums: [name,'));
  await hears(heard, '"type":"error"', `${TAG}:${line}`, 'Did you mean');
  expect(place.output()).toContain(`${TAG}:${line}`);
  await hears(await page(), '"type":"error"', `${TAG}:${line}`);
  heard.length = 0;
  place.save(TAG, original);
  await hears(heard, 'contract:right');
  const right = place.read(WORDS);
  place.save(WORDS, right.replace('{', '{,'));
  await hears(heard, '"type":"error"', 'This is not JSON', `${WORDS}:1`);
  heard.length = 0;
  place.save(WORDS, right);
  await hears(heard, 'contract:right');
  const late = await page();
  expect(late.filter((each) => each.includes('"type":"error"'))).toEqual([]);
});

test('the server follows with new properties and resources, keeps what was stored, and is one process that ends with its own', async () => {
  const made = await ask('POST', TAGS, { name: 'kept over restarts', type: 'site' });
  expect(made.status).toBe(201);
  const kept = asText(asObject(JSON.parse(made.text))['id']) ?? '';
  let number = 0;
  const colour = async (): Promise<string> => {
    const { status, text } = await ask('POST', TAGS, { name: `tag ${++number}`, type: 'site', colour: 'red' });
    return `${status} ${text}`;
  };
  expect(await colour()).toMatch(/^4/);
  place.save(
    TAG,
    original.replace('\n  remark:', '\n  colour: { title: Colour, description: Of its mark., type: string, maxLength: 9 }\n  remark:'),
  );
  await expect.poll(colour, patience).toMatch(/^201 .*"colour":"red"/);
  await place.run('codegen/commands/new.ts', 'lineVendor');
  await expect.poll(async () => (await ask('GET', '/api/v1/companies/c-huaxin/lineVendors')).status, patience).not.toBe(404);
  for (let each = 0; each < 6; each++) {
    place.save(TAG, titled(`Burst ${each}`));
    await new Promise((done) => setTimeout(done, 350));
  }
  await expect.poll(async () => (await ask('GET', `${TAGS}/${kept}`)).text, patience).toContain('kept over restarts');
  await new Promise((done) => setTimeout(done, 3000));
  const servers = childrenOf(place.process.pid ?? 0).filter(({ command }) => command.includes('server/main'));
  expect(servers).toHaveLength(1);
  place.process.kill('SIGTERM');
  await expect.poll(() => place.process.exitCode ?? place.process.signalCode, patience).not.toBeNull();
  expect(() => process.kill(servers[0]?.pid ?? 0, 0)).toThrow('ESRCH');
});
