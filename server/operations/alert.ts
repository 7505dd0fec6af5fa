import { RE2JS } from 're2js';

import { validationFailed } from '#generated/problems.ts';
import { ALERT_FILTERS, type AlertFilter } from '#server/access/principal.ts';
import { timestamp } from '#server/clock.ts';
import { type Call, type Handler, read, write } from '#server/handler.ts';
import { principalOf } from '#server/access/check.ts';
import { ProblemError } from '#server/problem.ts';
import { answerOf, findItem } from '#server/resource/item.ts';
import { listQuery, pageText } from '#server/resource/list.ts';
import { alertDictionary } from '#server/simulator/alert-codes.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';

export const alerts: Readonly<Record<string, Handler>> = {
  listAlerts: read(async (call) => {
    const spec = call.services.store.specs.get('Alert') as ItemSpec;
    const query = {
      ...listQuery(spec, call),
      ...(call.query['sort'] === undefined ? { sort: [{ path: 'raisedAt', descending: true }] } : {}),
    };
    const { name, regex } = call.query;
    if (typeof name === 'string' && name !== '') {
      if (regex === true) query.among?.push({ path: 'name', in: await namesLike(call, spec, name) });
      else query.likes?.push({ path: 'name', text: name });
    }
    return { text: pageText(call, await call.handle.list(spec, query), spec) };
  }),

  resolveAlert: write(async (call, tx) => {
    const spec = call.services.store.specs.get('Alert') as ItemSpec;
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const doc = {
      ...before.doc,
      status: 'resolved',
      resolvedAt: timestamp(call.services.clock.now()),
      resolvedBy: principalOf(call).username,
    };
    return answerOf(await tx.update(spec, before, doc, before.secret, 'resolveAlert'));
  }),

  getAlertDictionary: read(() => Promise.resolve({ body: alertDictionary() })),

  getFilterRule: read(async (call) => ({ body: { filterRule: await filterRule(call) } })),

  updateFilterRule: write(
    async (call, tx) => {
      const name = keyOf(call);
      await tx.db.deleteFrom('settings').where('name', '=', name).execute();
      await tx.db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(call.body) })
        .execute();
      return { body: { filterRule: call.body } };
    },
    {
      after: (call) => call.services.store.changed(new Set([ALERT_FILTERS, 'Alert'])),
    },
  ),
};

async function filterRule(call: Call): Promise<Omit<AlertFilter, 'companyId'>> {
  const row = await call.services.store.engine.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', keyOf(call))
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as AlertFilter) : { enable: false, severity: [], codes: [], neIds: [] };
}

function keyOf(call: Call): string {
  return `alertFilter:${call.path['companyId'] ?? ''}`;
}

/** A caller's pattern meets a linear-time engine, and only the names that there are (decision 23). */
async function namesLike(call: Call, spec: ItemSpec, pattern: string): Promise<string[]> {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    throw new ProblemError(validationFailed({ count: 1 }), {
      errors: [{ pointer: '/query/name', code: 'format.regex.invalid', params: { value: pattern } }],
    });
  }
  const rows = await call.services.store.engine.read.selectFrom(spec.table).select('c_name').distinct().execute();
  return rows.map((row) => String(row.c_name)).filter((name) => compiled.matcher(name).find());
}
