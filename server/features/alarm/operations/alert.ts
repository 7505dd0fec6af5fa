import { asObject, asText } from '#domain/json.ts';
import { setSetting, settingOf } from '#server/store/platform/settings.ts';
import { docOf, type Draft } from '#server/store/items/typed.ts';
import type { Entities } from '#generated/server/entities.ts';
import { RE2JS } from 're2js';

import { outOfReach, validationFailed } from '#generated/problems.ts';
import { ALERT_FILTERS, alertFilterKey, alertFilterOf } from '#server/features/alarm/alert-filters.ts';
import { timestamp } from '#server/store/clock.ts';
import { type AnswerOf, type Call, type Write, type Handlers, read, write } from '#server/kernel/handler.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { actOn } from '#server/kernel/resource/action.ts';
import { refuse } from '#server/kernel/resource/checks.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { fieldLabels } from '#server/kernel/resource/labels.ts';
import { listQuery, pageText } from '#server/kernel/resource/list.ts';
import { without } from '#server/kernel/resource/without.ts';
import { alertDictionary } from '#server/features/alarm/operations/alert-dictionary.ts';
import { alertDetail, alertName, codesNamed } from '#server/features/alarm/alert-codes.ts';
import { explainsOthers, settleAttention } from '#server/features/alarm/attention.ts';
import { resolvedAlarm } from '#server/features/alarm/thresholds/alarm-rows.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { reachedAmong } from '#server/store/query/places.ts';
import type { ListQuery } from '#server/store/query/list-query.ts';
import type { Db } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

export const alerts = {
  listAlerts: read(async (call) => {
    const spec = call.services.store.spec('Alert');
    const query: ListQuery = {
      ...listQuery(spec, call),
      unfit: 'marked',
      ...(call.query.sort === undefined ? { sort: [{ path: 'raisedAt', descending: true }] } : {}),
    };
    const { name, regex } = call.query;
    if (typeof name === 'string' && name !== '') {
      const fits = regex === true ? matcherOf(name) : (text: string): boolean => text.toLowerCase().includes(name.toLowerCase());
      query.among?.push({ path: 'code', in: await codesLike(call, spec, fits) });
    }
    const { total, rows } = await call.handle.list(spec, query);
    return { text: await pageText(call, { total, rows: rows.map((row) => ({ ...row, text: inLanguage(call, row.text) })) }, spec) };
  }),

  getAlert: read(async (call) => {
    const spec = call.services.store.spec('Alert');
    const stored = await findItem(spec, call, (id) => call.handle.get(spec, id));
    return { etag: `"${stored.revision}"`, text: inLanguage(call, stored.text) };
  }),

  acknowledgeAlert: changing((doc, at, { username, note }) => ({
    ...without(doc, 'note'),
    acknowledged: true,
    acknowledgedAt: at,
    acknowledgedBy: username,
    ...(note ? { note } : {}),
  })),

  resolveAlert: changing((doc, at, { username }) => resolvedAlarm(doc, at, username), movesOthers),

  muteAlert: changing((doc, at, { username, minutes = 0 }) => ({
    ...without(doc, 'suppressedBy', 'maintenance'),
    attention: 'muted',
    mutedUntil: timestamp(Date.parse(at) + minutes * MINUTE),
    mutedBy: username,
  })),

  unmuteAlert: changing(
    (doc) => ({ ...without(doc, 'mutedUntil', 'mutedBy'), attention: 'due' }),
    // it may be explained by another, or its site be worked on
    () => true,
  ),

  getAlertDictionary: read(async (call) => ({ body: await alertDictionary(call.services, call.handle, call.language) })),

  getFilterRule: read(async (call) => ({ body: { filterRule: await shownRule(call) } })),

  updateFilterRule: write(
    async (call, tx) => {
      const name = keyOf(call);
      await mustReachRule(call, tx);
      await setSetting(tx.db, name, JSON.stringify(call.body));
      return { body: { filterRule: call.body } };
    },
    {
      after: (call) => call.services.store.changed(new Set([ALERT_FILTERS, 'Alert'])),
    },
  ),
} satisfies Handlers;

const MINUTE = 60_000;

/** What somebody says with it. */
type Note = { note?: string; minutes?: number } | undefined;
type Alert = Entities['Alert'];
type FilterRule = AnswerOf<'getFilterRule'>['filterRule'];

/**
 * What a person does about an alert; who watches is translated. `moves`: the attention of all that fires in the company follows from it;
 * of ten thousand that are acknowledged one by one nothing does.
 */
function changing(
  change: (doc: Alert, at: string, by: { username: string } & Note) => Draft<'Alert'>,
  moves: (alert: Alert) => boolean = () => false,
): Write<Call<Note>, never> {
  return write<Call<Note>, never>(
    async (call, tx) => {
      const { spec, before } = await actOn('Alert', call, tx);
      const by = { username: principalOf(call).username, ...call.body };
      const doc = change(before.doc, timestamp(call.services.clock.now()), by);
      const stored = await tx.update(spec, before, doc, before.secret, call.served.operation.id);
      return { ...(await answerOf(spec, tx, stored)), text: inLanguage(call, stored.text) };
    },
    {
      after: async ({ services }, { text }) => {
        if (text === undefined) return;
        const alert = docOf(services.store.spec('Alert'), text);
        if (moves(alert)) await settleAttention(services, alert.companyId);
        await publishAlert(services.live, alert);
      },
    },
  );
}

/** What it explained asks for attention now, and who heard of it is to hear that it is over. */
function movesOthers({ code, notified }: Alert): boolean {
  return explainsOthers(code) || notified === true;
}

async function filterRule(call: Call, db = call.services.store.engine.read): Promise<FilterRule> {
  return alertFilterOf(await settingOf(db, keyOf(call)));
}

/** The rule as its reader may see it: without the sites that he does not reach. */
async function shownRule(call: Call): Promise<FilterRule> {
  const rule = await filterRule(call);
  const { hidden } = await sitesOfRule(call, call.services.store.engine.read, rule);
  if (hidden.size === 0) return rule;
  return { ...rule, neIds: (rule.neIds ?? []).filter((id) => !hidden.has(id)), otherSites: hidden.size };
}

/** Whoever looks after some areas keeps alerts away for the sites there, and leaves a rule for others as it is. */
async function mustReachRule(call: Call<FilterRule>, tx: Transaction): Promise<void> {
  const spec = call.services.store.spec('Alert');
  if (!call.handle.reach(spec).cities?.has(call.path.companyId ?? '')) return;
  const [had, next] = [await filterRule(call, tx.db), call.body];
  if (had.enable && ((had.neIds ?? []).length === 0 || (await sitesOfRule(call, tx.db, had)).hidden.size > 0))
    throw new ProblemError(outOfReach());
  const ids = next.neIds ?? [];
  const { hidden } = await sitesOfRule(call, tx.db, next);
  const params = (value: string) => ({ field: fieldLabels(call, 'alert-filter-rule').neIds ?? 'neIds', value });
  const errors: Finding[] =
    ids.length === 0
      ? [{ pointer: '/neIds', code: 'rule.reach.everySite' }]
      : ids.flatMap((id, index) => (hidden.has(id) ? [{ pointer: `/neIds/${index}`, code: 'reference-missing', params: params(id) }] : []));
  refuse(errors, false);
}

function sitesOfRule(call: Call, db: Db, rule: FilterRule) {
  const spec = call.services.store.spec('Alert');
  return reachedAmong(db, call.handle.reach(spec), spec, new Set(rule.neIds));
}

function keyOf(call: Call): string {
  return alertFilterKey(call.path.companyId ?? '');
}

/** A caller's pattern meets a linear-time engine, and only the names that there are (decision 23). */
function matcherOf(pattern: string): (text: string) => boolean {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (text) => compiled.matcher(text).find();
  } catch {
    throw new ProblemError(validationFailed({ count: 1 }), {
      errors: [{ pointer: '/query/name', code: 'format.regex.invalid', params: { value: pattern } }],
    });
  }
}

/** Codes whose name fits in either language; what the dictionary does not know is looked for by the stored name. */
async function codesLike({ services }: Call, spec: ItemSpec, fits: (text: string) => boolean): Promise<string[]> {
  const rows = await services.system.pluck(spec, [], ['code', 'name'], { distinct: true });
  const stored = rows.filter((row) => fits(String(row.name))).map((row) => String(row.code));
  return [...new Set([...codesNamed(fits), ...stored])];
}

/** An alert is translated in the caller's language: what the dictionary calls its code, and its cause. */
function inLanguage({ language }: Call, text: string): string {
  const doc = asObject(JSON.parse(text));
  const code = String(doc.code);
  const detail = asText(doc.detail);
  const translated = detail === undefined ? {} : { detail: alertDetail(code, language, detail) };
  return JSON.stringify({ ...doc, name: alertName(code, language, String(doc.name)), ...translated });
}
