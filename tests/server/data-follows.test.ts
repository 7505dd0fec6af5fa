import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { keptOf } from '#codegen/diff/stored.ts';
import { openedLines, rehearsedLines } from '#server/fits-notice.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { dataLocationOf, stockedBy } from '#server/services-of.ts';
import { rehearseStart } from '#server/store/store.ts';
import { storedLines } from '#server/store/stored-lines.ts';
import { changedContract, type ChangedContract } from '#tests/support/changed-contract.ts';
import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { knownOfSqlite } from '#tests/support/effort.ts';

const root = resolve(import.meta.dirname, '../..');
const TAGS = '/api/v1/companies/c-acme/tags';
const LONG = 'a name of before';

/** Tags of at most twelve letters, whose remark is called note. */
let next: ChangedContract;
let server: TestServer;
let migrations: string;
beforeAll(async () => {
  next = await changedContract('schemas/entities/tag.yaml', [
    ['minLength: 1, maxLength: 40', 'minLength: 1, maxLength: 12'],
    ['remark', 'note'],
  ]);
});
afterAll(() => next.remove());
beforeEach(async () => {
  migrations = mkdtempSync(join(tmpdir(), 'wan-console-migrations-'));
  server = await testServer({ seed: 'examples', migrations });
});
afterEach(async () => {
  await server.remove();
  rmSync(migrations, { recursive: true, force: true });
});

async function makeTag(name: string, remark = 'kept'): Promise<string> {
  const made = await (await server.as(SUPER)).post(TAGS, { name, type: 'site', remark });
  expect(made.status).toBe(201);
  return String(made.body['id']);
}

/** Somebody who may read tags and nothing else. */
async function reader(): Promise<Client> {
  const client = await server.as(SUPER);
  const { read = [], edit = [] } = server.services.contract.permissions.get('configuration/tag') ?? {};
  const scopes = read.map(({ id }) => id).filter((id) => !edit.some((each) => each.id === id));
  const role = await client.post('/api/v1/companies/c-acme/roles', { name: 'Reads tags', type: 'company', scopes });
  const account = { username: 'reader@acme.example', name: 'Reader', password: 'Demo12345', accountType: 'company', companyId: 'c-acme' };
  const made = await client.post('/api/v1/users', { ...account, rolesId: [role.body['roleId']] });
  expect([role.status, made.status, made.body['errors']]).toEqual([201, 201, undefined]);
  return server.as('reader@acme.example');
}

describe('a stored document that no longer fits', () => {
  test('is said at the start with its reason, marked in its list, refused by itself, and saved again once it fits', async () => {
    const id = await makeTag(LONG);
    const other = await makeTag('short');
    await server.restart(undefined, next.generated);

    // at once, whether or not all documents have been looked through
    const ask = async (locale: string) => {
      const client = await server.as(SUPER);
      const list = await client.get(TAGS, { query: { limit: '1000', locale } });
      return { list, item: await client.get(`${TAGS}/${id}`, { query: { locale } }) };
    };
    const early = await ask('en');
    await server.checked;
    const late = await ask('en');
    const chinese = await ask('zh');
    for (const { list, item } of [early, late, chinese]) {
      const rows = resultsOf(list);
      expect(rows).toHaveLength(Number(list.body['total']));
      const [marked, fine] = [id, other].map((each) => rows.find((row) => row['id'] === each));
      expect(marked).toMatchObject({ type: 'site', _mismatch: [{ pointer: '/name', code: 'schema.maxLength' }] });
      expect(marked).not.toHaveProperty('name');
      expect(fine).toMatchObject({ name: 'short' });
      expect(rows.filter((row) => '_mismatch' in row)).toHaveLength(1);
      expect(item).toMatchObject({
        status: 409,
        body: { code: 'schema-mismatch', errors: [{ pointer: '/name' }], current: { name: LONG } },
      });
    }
    expect(String(late.item.body['detail'])).toMatch(/^It was stored under earlier rules, and 1 of its values no longer fit: Name: .*12/);
    expect(String(chinese.item.body['detail'])).toMatch(/^此内容是按以前的规则保存的，有 1 处不符合现行规则：名称: .*12/);
    expect(server.said.filter((line) => line.startsWith('Tag: 1 of '))).toEqual([
      expect.stringMatching(new RegExp(`^Tag: 1 of \\d+ stored documents do not fit the contract: ${id} \\(/name: .*12.*npm run migrate`)),
    ]);

    // who may not put it right is told why, and not what stands there
    const reads = await (await reader()).get(`${TAGS}/${id}`);
    expect(reads).toMatchObject({ status: 409, body: { errors: [{ pointer: '/name' }] } });
    expect(reads.body).not.toHaveProperty('current');
    const exported = await (
      await server.as(SUPER)
    ).post('/api/v1/export', { operation: 'listCompanyTags', path: { companyId: 'c-acme' }, columns: ['name', 'type'] });
    expect(exported.status).toBe(200);
    expect(JSON.stringify(exported.body)).toMatch(/⚠ [^"]*12/);
    expect(JSON.stringify(exported.body)).not.toContain(LONG);

    const client = await server.as(SUPER);
    const body = { name: LONG, type: 'site' };
    expect((await client.put(`${TAGS}/${id}`, body, { ifMatch: late.item.etag })).status).toBe(422);
    const saved = await client.put(`${TAGS}/${id}`, { ...body, name: 'short now' }, { ifMatch: late.item.etag });
    expect([saved.status, saved.body['name']]).toEqual([200, 'short now']);
    expect(await client.get(`${TAGS}/${id}`)).toMatchObject({ status: 200, body: { name: 'short now' } });

    // all of it fits: the start after this one finds that out, the next pays nothing
    await server.restart(undefined, next.generated);
    await server.checked;
    expect(server.said.filter((line) => line.startsWith('Tag: 1 of '))).toHaveLength(1);
    await server.restart(undefined, next.generated);
    expect(server.services.store.specs.filter((spec) => server.services.store.fits.suspects(spec))).toEqual([]);
  });

  test('a start under the same contract suspects nothing, one under another only the entities that it changes', async () => {
    await makeTag(LONG);
    await server.restart();
    expect(server.services.store.specs.filter((spec) => server.services.store.fits.suspects(spec))).toEqual([]);
    await server.restart(undefined, next.generated);
    expect(server.services.store.fits.suspects(server.services.store.spec('Site'))).toBe(false);
    await server.checked;
    expect(server.services.store.specs.filter((spec) => server.services.store.fits.suspects(spec)).map(({ name }) => name)).toEqual([
      'Tag',
    ]);
  });
});

test('what a database holds is read for the review of a contract while the server runs: documents and saved views', async () => {
  const id = await makeTag('short');
  const views = { views: [{ name: 'Mine', query: 'f.type=site&cols=name,remark' }] };
  expect((await (await server.as(SUPER)).put('/api/v1/preferences/views.Tag', { value: views })).status).toBe(200);
  const found: unknown[] = [];
  const place = { directory: server.directory, ...(server.databaseUrl === undefined ? {} : { databaseUrl: server.databaseUrl }) };
  for await (const line of storedLines(place)) found.push(...keptOf(line));
  expect(found).toContainEqual({ table: 'r_tag', doc: expect.objectContaining({ id, name: 'short', remark: 'kept' }) });
  expect(found).toContainEqual({ list: 'Tag', query: 'f.type=site&cols=name,remark' });
});

describe('a migration', () => {
  const write = (name: string, text: string): void =>
    writeFileSync(join(migrations, `${name}.ts`), `export const migration = {\n${text}\n};\n`);
  const toNote = "Tag: (doc, was) => ({ ...doc, name: doc.name.slice(0, 12).trim(), ...(was['remark'] ? { note: was['remark'] } : {}) }),";

  test('is applied once at the start, before anything is forgotten, and what it made stands in the history', async () => {
    const id = await makeTag(LONG, 'who knows');
    await server.restart(() => write('20260101-note', toNote), next.generated);
    await server.checked;
    const client = await server.as(SUPER);
    expect(await client.get(`${TAGS}/${id}`)).toMatchObject({
      status: 200,
      body: { name: 'a name of be', note: 'who knows', revision: 2 },
    });
    const history = await client.get('/api/v1/history', { query: { resource: 'Tag', id } });
    expect(resultsOf(history)[0]).toMatchObject({
      revision: 2,
      operation: 'upgrade',
      actor: 'system',
      requestId: 'migration 20260101-note',
    });
    expect((await client.get(TAGS, { query: { keyword: 'of before' } })).body['total']).toBe(0);
    expect(server.said.filter((line) => line.startsWith('Migration'))).toEqual([
      expect.stringMatching(/^Migration 20260101-note changed \d+ documents? of Tag\.$/),
    ]);
    expect(server.said.filter((line) => line.startsWith('Tag:'))).toEqual([]);
    await server.restart(undefined, next.generated);
    expect(server.said.filter((line) => line.startsWith('Migration'))).toHaveLength(1);
    expect((await (await server.as(SUPER)).get(`${TAGS}/${id}`)).body['revision']).toBe(2);
  });

  test('that leaves a document that does not fit, or fails, keeps the server from starting, and nothing is changed', async () => {
    const id = await makeTag(LONG, 'who knows');
    write('20260101-first', "Tag: (doc) => ({ ...doc, name: 'x' + doc.name.slice(0, 5) }),");
    write('20260102-second', "Tag: (doc) => ({ ...doc, name: doc.name + ' and much longer' }),");
    await expect(server.restart(undefined, next.generated)).rejects.toThrow(
      /^The migration 20260102-second leaves Tag \S+ with \/name that does not fit \(schema\.maxLength/,
    );
    rmSync(join(migrations, '20260102-second.ts'));
    write('20260103-third', 'Tag: (doc) => ({ ...doc, note: doc.absent.name }),');
    await expect(server.restart(undefined, next.generated)).rejects.toThrow(/^The migration 20260103-third fails at Tag /);
    for (const name of readdirSync(migrations)) rmSync(join(migrations, name));
    await server.restart();
    expect(await (await server.as(SUPER)).get(`${TAGS}/${id}`)).toMatchObject({
      status: 200,
      body: { name: LONG, remark: 'who knows', revision: 1 },
    });
  });

  test('is rehearsed: what would change, what would be lost and what would not fit is said, and nothing is written', async () => {
    const id = await makeTag(LONG, 'who knows');
    const place = dataLocationOf({
      dataDir: server.directory,
      ...(server.databaseUrl === undefined ? {} : { databaseUrl: server.databaseUrl }),
      secretsKey: process.env['SECRETS_KEY'],
    });
    const { sentences } = server.services;
    const rehearse = async (): Promise<string> => {
      await server.stop();
      const stocked = stockedBy(loadContract(next.generated), { root, migrations });
      return rehearsedLines(await rehearseStart(place, stocked, server.clock), sentences).join('\n');
    };
    const without = await rehearse();
    expect(without).toMatch(/^Tag: \d+ documents? would lose remark, which the contract has no more\.$/m);
    expect(without).toMatch(
      new RegExp(`^Tag: 1 of \\d+ stored documents would not fit the contract:\\n  /name: .*12.* \\(1 document: ${id}\\)$`, 'm'),
    );
    write('20260101-note', toNote);
    const withIt = await rehearse();
    expect(withIt).toMatch(/^Migration 20260101-note would change \d+ documents? of Tag, such as$/m);
    expect(withIt).toContain('/note');
    expect(withIt).not.toContain('would not fit');
    for (const name of readdirSync(migrations)) rmSync(join(migrations, name));
    await server.restart();
    expect((await (await server.as(SUPER)).get(`${TAGS}/${id}`)).body).toMatchObject({ name: LONG, remark: 'who knows', revision: 1 });
  });

  test.skipIf(knownOfSqlite)('begins as a file that the command writes, for what needs one or what is named', async () => {
    await makeTag('short');
    await server.stop();
    const run = promisify(execFile);
    const env = { ...process.env, DATA_DIR: server.directory, MIGRATIONS: migrations, DATABASE_URL: server.databaseUrl ?? '' };
    const command = (...args: string[]) => run(process.execPath, ['server/migrate.ts', ...args], { cwd: root, env });
    expect((await command()).stdout).toBe('Every stored document fits the contract.\n');
    expect((await command('new', 'Shorter names')).stdout).toContain('there is nothing to migrate');
    expect(readdirSync(migrations)).toEqual([]);
    await command('new', 'Shorter names', 'Tag');
    const [file = ''] = readdirSync(migrations);
    expect(file).toMatch(/^\d{8}-\d{6}-shorter-names\.ts$/);
    expect(readFileSync(join(migrations, file), 'utf8')).toContain('Tag: (doc) => ({');
    await expect(command('new', 'x', 'Nothing')).rejects.toMatchObject({ stderr: 'The contract stores no Nothing.\n', code: 1 });
    // as it is it changes nothing
    await server.restart();
    expect(openedLines(server.services.store.opened)).toEqual([expect.stringMatching(/shorter-names changed 0 documents of Tag/)]);
  });

  // a data directory has one process
  test.runIf(process.env['TEST_DATABASE_URL'])('of several processes that start at once one applies it', async () => {
    const { databaseUrl = '' } = server;
    const id = await makeTag(LONG);
    await server.stop();
    write('20260101-once', "Tag: (doc) => ({ ...doc, name: doc.name + '!' }),");
    const both = await Promise.all([1, 2].map(() => testServer({ seed: 'examples', migrations, databaseUrl })));
    expect(both.flatMap(({ said }) => said).filter((line) => line.startsWith('Migration'))).toHaveLength(1);
    await Promise.all(both.map((each) => each.remove()));
    await server.restart();
    expect((await (await server.as(SUPER)).get(`${TAGS}/${id}`)).body).toMatchObject({ name: `${LONG}!`, revision: 2 });
  });
});
