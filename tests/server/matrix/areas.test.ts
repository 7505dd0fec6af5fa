import { portOf, there } from '#tests/support/answers.ts';
import { texts } from '#domain/json.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultsOf } from '#tests/server/harness.ts';
import { COMPANY_ID, placedAt } from '#tests/server/matrix/areas.ts';
import type { Doc } from '#tests/server/matrix/oracle.ts';
import { knownOfSqlite } from '#tests/support/effort.ts';
import {
  openAreas,
  Cells,
  EACH,
  addressOf,
  bulk,
  columnsOf,
  creatable,
  placesOf,
  exampleOf,
  exportQuery,
  isReached,
  onRows,
  pairFor,
  paths,
  placed,
  queryOf,
  resourceOf,
  said,
  send,
  server,
  settable,
  world,
} from '#tests/server/matrix/area-rows.ts';

/**
 * Every resource that stands at sites × every way to its rows, for who looks after some cities of a company: beside each
 * refusal the same call of somebody who looks after all of it, which is answered.
 */
beforeAll(openAreas);
afterAll(() => server.remove());

test('every resource that refers to a site has rows within the region, beyond it, and in both', () => {
  const lacking = [...placed].filter(([, rows]) => !rows.some(isReached) || rows.every(isReached)).map(([name]) => name);
  expect(lacking).toEqual([]);
  expect(placed.size).toBeGreaterThan(35);
});

describe('reading', () => {
  test('one item', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('get')) {
      const path = addressOf(operation, row);
      cells.check(operation.id, row, { some: await some.client.get(path), all: await all.client.get(path) }, false);
    }
    cells.done('one item', 35);
  });

  test('lists, with what may be done to each row', async () => {
    const cells = new Cells();
    const asked = new Map<string, [Doc[], Doc[]]>();
    for (const [resource, operation, { some, all }, row] of onRows('list')) {
      const path = addressOf(operation);
      let lists = asked.get(path);
      if (!lists) {
        const query = queryOf(operation);
        lists = [resultsOf(await some.client.get(path, { query })) ?? [], resultsOf(await all.client.get(path, { query })) ?? []];
        asked.set(path, lists);
      }
      const [mine, whole] = lists.map((list) => list.find((each) => each[resource.id] === row.id));
      cells.lists(operation.id, row, { some: mine !== undefined, all: whole !== undefined });
      if (!mine) continue;
      cells.silent(operation.id, row, { body: mine });
      const writing = new Set(
        [...resource.operations.update, ...resource.operations.delete, ...resource.operations.actions]
          .filter(({ method }) => method !== 'get')
          .map(({ id }) => id),
      );
      const may = texts(mine['_access']).filter((id) => writing.has(id));
      if (row.standing !== 'within' && may.length > 0) cells.wrong.push(`${operation.id} ${row.standing}: offers ${may.join(', ')}`);
      if (
        row.standing === 'within' &&
        operation.rowAccess &&
        writing.size > 0 &&
        may.length === 0 &&
        texts(whole?.['_access']).some((id) => writing.has(id))
      )
        cells.wrong.push(`${operation.id} within: offers nothing`);
    }
    cells.done('lists', 35);
  });

  test('exports', async () => {
    const cells = new Cells();
    for (const [resource, operation, { some, all }, row] of onRows('list')) {
      const body = {
        operation: operation.id,
        path: operation.path.includes('{companyId}') ? { companyId: COMPANY_ID } : {},
        query: exportQuery(operation),
        columns: [resource.id, ...columnsOf(resource)],
        values: 'raw',
      };
      const files = await Promise.all([some, all].map(async ({ client }) => client.post('/api/v1/export', body)));
      const [mine, whole] = files.map(({ body: answer }) => String(answer['text'] ?? ''));
      if ((files[1]?.status ?? 500) >= 400) continue;
      const line = (text: string | undefined): string | undefined => text?.split('\n').find((each) => each.includes(row.id));
      cells.lists(operation.id, row, { some: line(mine) !== undefined, all: line(whole) !== undefined });
      cells.silent(`export ${operation.id}`, row, { body: { line: line(mine) ?? '' } });
    }
    cells.done('exports', 30);
  });

  test('history, references and the operation log', async () => {
    const cells = new Cells();
    const { some, all } = there(world.pairs.at(-1));
    for (const [name, rows] of placed) {
      const resource = resourceOf(name);
      const readable = [...resource.operations.get, ...resource.operations.list].map(pairFor).find((pair) => pair !== undefined);
      if (!readable) continue;
      for (const row of rows) {
        const query = { resource: name, id: row.id };
        for (const path of resource.data?.record ? ['/api/v1/references'] : ['/api/v1/history', '/api/v1/references'])
          cells.check(
            `${path} ${name}`,
            row,
            { some: await readable.some.client.get(path, { query }), all: await readable.all.client.get(path, { query }) },
            false,
          );
        if (resource.data?.record || name === 'Site') continue;
        const found = await Promise.all(
          [readable.some, readable.all].map(
            async ({ client }) =>
              resultsOf(await client.get('/api/v1/operationLogs', { query: { itemId: row.id, option: '5', limit: '5' } })) ?? [],
          ),
        );
        const [mine = [], whole = []] = found;
        cells.lists(`log ${name}`, row, { some: mine.length > 0, all: whole.length > 0 });
        if (!whole[0]) continue;
        const path = `/api/v1/operationLogs/${String(whole[0]['id'])}`;
        cells.check(
          `${path} ${name}`,
          row,
          { some: await readable.some.client.get(path), all: await readable.all.client.get(path) },
          false,
        );
      }
    }
    expect(some.account.kind === all.account.kind).toBe(true);
    cells.done('history, references and log', 60);
  });
});

test('what is told over the socket, and how much there is', async () => {
  const cells = new Cells();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${portOf(server.app.server)}`;
  const company = there(world.pairs[0]);
  const sockets = [company.some, company.all].map(({ token }) => {
    const socket = io(url, { transports: ['websocket'] });
    const heard = new Set<string>();
    socket.on('tasks', ({ id }: { id: string }) => heard.add(id));
    socket.on('connect', () => socket.emit('alertSubscribe', { companyId: COMPANY_ID, token }));
    return { socket, heard, next: (event: string) => new Promise<{ total: number }>((resolve) => socket.once(event, resolve)) };
  });
  const totals = await Promise.all(sockets.map(({ next }) => next('alerts')));
  for (const [index, { client }] of [company.some, company.all].entries()) {
    const { body } = await client.get('/api/v1/mgr/alerts', {
      query: { companyId: COMPANY_ID, status: ['firing'], attention: ['due'], limit: '1' },
    });
    expect(totals[index]).toEqual({ total: body['total'] });
  }
  expect(totals[0]?.total).toBeLessThan(totals[1]?.total ?? 0);
  for (const [name, rows] of placed) {
    if (pairFor(there(resourceOf(name).operations.list[0])) !== company) continue;
    for (const { id } of rows)
      await server.services.live.publish({ resource: name, id, owner: COMPANY_ID }, 'tasks', { resource: name, id });
  }
  // messages come in order: who is answered once more has heard all there was
  const again = sockets.map(({ next }) => next('alerts'));
  for (const [index, { token }] of [company.some, company.all].entries())
    sockets[index]?.socket.emit('alertSubscribe', { companyId: COMPANY_ID, token });
  await Promise.all(again);
  for (const [name, rows] of placed) {
    if (pairFor(there(resourceOf(name).operations.list[0])) !== company) continue;
    for (const row of rows)
      cells.lists(`socket ${name}`, row, { some: sockets[0]?.heard.has(row.id) ?? false, all: sockets[1]?.heard.has(row.id) ?? false });
  }
  for (const { socket } of sockets) socket.close();
  cells.done('socket', 20);
});

/** What is refused is decided by what was read of the row, which the reading of it shows on either database. */
describe.skipIf(knownOfSqlite)('writing', () => {
  test('changes', async () => {
    const cells = new Cells();
    for (const [resource, operation, { some, all }, row] of onRows('update')) {
      const [path, body] = [addressOf(operation, row), settable(resource, row.doc)];
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path, body), all: await send(all.client, operation, path, body) },
        true,
      );
    }
    cells.done('changes', 20);
  });

  test('deletions', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('delete')) {
      const path = addressOf(operation, row);
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path), all: await send(all.client, operation, path) },
        true,
      );
    }
    cells.done('deletions', 20);
  });

  test('actions', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('actions')) {
      const path = addressOf(operation, row);
      const body = exampleOf(operation);
      const near = operation.id.startsWith('copyToSites')
        ? { siteIds: [String(world.near[1]?.['siteId'] ?? world.near[0]?.['siteId'])] }
        : body;
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path, near), all: await send(all.client, operation, path, near) },
        operation.method !== 'get',
      );
    }
    cells.done('actions', 20);
  });

  test('bulk calls, item by item', async () => {
    const cells = new Cells();
    for (const kind of ['update', 'delete'] as const) {
      for (const [resource, operation, { some, all }, row] of onRows(kind)) {
        const item = {
          operation: operation.id,
          path: Object.fromEntries(operation.pathParams.map(({ name }) => [name, name === 'companyId' ? COMPANY_ID : row.id])),
          ifMatch: '*',
          ...(kind === 'update' ? { body: settable(resource, row.doc) } : {}),
        };
        const [mine, whole] = await Promise.all([some, all].map(({ client }) => bulk(client, item)));
        if (mine && whole) cells.check(`bulk ${operation.id}`, row, { some: mine, all: whole }, true);
      }
    }
    cells.done('bulk', 40);
  });

  test('restoring a revision', async () => {
    const cells = new Cells();
    for (const [resource, , { some, all }, row] of onRows('update')) {
      const body = { resource: resource.name, id: row.id, revision: Number(row.doc['revision'] ?? 1) };
      cells.check(
        `restore ${resource.name}`,
        row,
        { some: await some.client.post('/api/v1/history/restore', body), all: await all.client.post('/api/v1/history/restore', body) },
        true,
      );
    }
    cells.done('restoring', 20);
  });

  test('new items, alone and by import: what leads beyond the region is told at its field', async () => {
    const wrong: string[] = [];
    let [made, kept] = [0, 0];
    const seen = new Set<string>();
    for (const [resource, operation, { some, all }, row] of onRows('create')) {
      const body = creatable(resource, operation, row);
      const address = addressOf(operation);
      const [one, whole] = [await send(some.client, operation, address, body), await send(all.client, operation, address, body)];
      const item = { operation: operation.id, path: operation.path.includes('{companyId}') ? { companyId: COMPANY_ID } : {}, body };
      const imported = await bulk(some.client, item);
      const field = `/${(paths.get(resource.name)?.[0] ?? 'city').replace(/\[.*$/, '')}`;
      if (whole.status >= 300) {
        if (row.standing === 'within')
          wrong.push(`${operation.id} ${row.standing}: who looks after all is told ${said(whole)} ${placesOf(whole).join(' ')}`);
        continue;
      }
      seen.add(resource.name);
      for (const [how, reply] of [
        ['alone', one],
        ['import', imported],
      ] as const) {
        const at = placesOf(reply);
        if (row.standing === 'within') {
          made++;
          if (reply.status >= 300) wrong.push(`${operation.id} ${how} within: ${said(reply)} ${at.join(' ')}`);
        } else {
          kept++;
          const place = resource.name === 'AuditConfig' && row.standing === 'everywhere' ? '/scope' : field;
          if (reply.status !== 422 || !at.some((pointer) => pointer.startsWith(place)))
            wrong.push(`${operation.id} ${how} ${row.standing}: expected 422 at ${place}, got ${said(reply)} ${at.join(' ')}`);
        }
      }
    }
    console.log(`areas, new items: ${made} made, ${kept} refused, ${seen.size} resources, ${wrong.length} mismatches`);
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(18);
  });

  test('nothing is moved out of the region, or from beyond into it', async () => {
    const wrong: string[] = [];
    let moved = 0;
    const [near, far] = [String(world.near[0]?.['siteId']), String(world.far[0]?.['siteId'])];
    for (const [resource, operation, { some, all }, row] of onRows('update')) {
      if (row.standing !== 'within') continue;
      const [path = ''] = paths.get(resource.name) ?? [];
      const out =
        resource.name === 'Site' ? { ...row.doc, city: world.far[0]?.['city'] } : placedAt(row.doc, path, [far], EACH[resource.name]);
      const address = addressOf(operation, row);
      const reply = await send(some.client, operation, address, settable(resource, out));
      const whole = await send(all.client, operation, address, settable(resource, out));
      const field = resource.name === 'Site' ? '/city' : `/${path.replace(/\[.*$/, '')}`;
      // some rules of the product keep it where it is, whoever asks
      if (whole.status >= 300) continue;
      moved++;
      if (reply.status !== 422 || !placesOf(reply).some((pointer) => pointer.startsWith(field)))
        wrong.push(`${operation.id} to ${far} from ${near}: got ${said(reply)} ${placesOf(reply).join(' ')}`);
    }
    expect(wrong).toEqual([]);
    expect(moved).toBeGreaterThan(12);
  });
});
