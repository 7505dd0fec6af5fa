import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';

/**
 * What the platform does by itself, the limit of design section 7: documents of a tag's size behind Fastify and node:sqlite,
 * without session, access, validation or revisions. `node bench/server/bare.ts PORT`; ends with its parent's SIGTERM.
 */
const ROWS = 1000;
const LIST = '/api/v1/companies/:company/tags';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-bare-'));
const db = new DatabaseSync(join(folder, 'bare.sqlite'));
db.exec('pragma journal_mode = wal; create table tag (id text primary key, doc text not null) without rowid');
const insert = db.prepare('insert into tag values (?, ?)');
const one = db.prepare('select doc from tag where id = ?');
const page = db.prepare('select doc from tag order by id limit ? offset ?');

let made = 0;
const make = (name: string): string => {
  const id = `t-${String(made++).padStart(9, '0')}`;
  const at = new Date().toISOString();
  const doc = { id, companyId: 'c-acme', name, type: 'site', remark: 'made by npm run bench', references: 0, createdAt: at, updatedAt: at };
  const text = JSON.stringify({ ...doc, revision: 1 });
  insert.run(id, text);
  return text;
};
db.exec('begin');
for (let row = 0; row < ROWS; row++) make(`bench ${row}`);
db.exec('commit');

const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.get<{ Params: { id: string } }>(`${LIST}/:id`, ({ params }, reply) => {
  void reply.type('application/json').send(one.get(params.id)?.['doc']);
});
app.get<{ Querystring: { limit: string; skip: string } }>(LIST, ({ query }, reply) => {
  const docs = page.all(Number(query.limit), Number(query.skip)).map(({ doc }) => doc);
  void reply.type('application/json').send(`{"total":${made},"results":[${docs.join(',')}]}`);
});
app.post<{ Body: { name: string } }>(LIST, ({ body }, reply) => {
  void reply.code(201).type('application/json').send(make(body.name));
});
process.once('SIGTERM', () => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
