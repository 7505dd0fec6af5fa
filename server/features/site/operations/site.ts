import { savepoint } from '#server/store/items/savepoint.ts';

import {
  deviceMissing,
  deviceModel,
  deviceReplaceFailed,
  deviceSame,
  notFound,
  siteBatchFailed,
  siteNoSn,
  siteNoZtpMail,
} from '#generated/problems.ts';
import { type AnswerOf, type Call, type Handlers, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { storeChange, storeNew } from '#server/kernel/resource/change.ts';
import { problemOf } from '#server/kernel/resource/bulk.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { deviceOf, registeredElsewhere } from '#server/features/site/rules/site.ts';
import type { Message } from '#server/kernel/outbox.ts';
import type { Services } from '#server/kernel/services.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** Service codes of a whole batch (spec 8). */
const [SUCCESS, FAIL] = [1000, 1001] as const;

type BatchResult = AnswerOf<'batchUpdateSites'>;
type Failure = BatchResult['failed'][number];

export const sites = {
  sendSiteZtpMail: write(async (call, tx) => {
    const spec = siteSpec(call.services);
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    if (!before.doc.sn) throw new ProblemError(siteNoSn());
    if (!before.doc.ztpMail) throw new ProblemError(siteNoZtpMail(), { errors: [{ pointer: '/ztpMail', code: 'site.no-ztp-mail' }] });
    // mail is slow and may be refused: the site says that it is on its way, and the job says how it went
    const { jobs, clock } = call.services;
    await jobs.at(clock.now(), 'site.ztpMail', { siteId: before.id }, { id: `site.ztpMail ${before.id}`, tx: tx.db });
    return answerOf(spec, tx, await tx.update(spec, before, { ...before.doc, ztpStatus: 'sending' }, before.secret, 'sendSiteZtpMail'));
  }),

  replaceDevice: write(async (call, tx) => {
    const spec = siteSpec(call.services);
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const { role, newSn: sn, snRemark } = call.body;
    const property = role === 'backup' ? 'haSn' : 'sn';
    const present = before.doc[property];
    if (typeof present !== 'string') throw new ProblemError(siteNoSn());
    if (present === sn)
      throw new ProblemError(deviceSame({ sn }), { errors: [{ pointer: '/newSn', code: 'device.same', params: { sn } }] });
    if (before.doc.configState === 'running') throw new ProblemError(deviceReplaceFailed({ site: before.doc.name }));
    const [old, next] = [await deviceOf({ call, tx }, present), await deviceOf({ call, tx }, sn)];
    if (!next || next.owner !== before.owner)
      throw new ProblemError(deviceMissing({ sn }), { errors: [{ pointer: '/newSn', code: 'device.missing', params: { sn } }] });
    if (next.doc.siteId !== undefined) throw await registeredElsewhere({ call, tx }, next, { pointer: '/newSn' });
    const { model } = next.doc;
    const expected = old?.doc.model ?? model;
    if (model !== expected)
      throw new ProblemError(deviceModel({ sn, model, expected }), {
        errors: [{ pointer: '/newSn', code: 'device.model', params: { sn, model, expected } }],
      });
    return answerOf(
      spec,
      tx,
      await storeChange(spec, before, { ...before.doc, [property]: sn, ...(snRemark ? { snRemark } : {}) }, { call, tx, spec, before }),
    );
  }),

  batchCreateSites: write(async (call, tx) => {
    const { companyId, sites: rows } = call.body;
    const spec = siteSpec(call.services);
    const done = await each(call, tx, rows, (row) => storeNew(spec, { ...row, companyId }, { call, tx, spec }));
    return { body: done.failed.length > 0 ? { ...done, detail: namesOf(done.failed, call) } : done };
  }),

  batchUpdateSites: write(async (call, tx) => {
    const { companyId, siteIds, changes } = call.body;
    const spec = siteSpec(call.services);
    const done = await each(
      call,
      tx,
      siteIds.map((siteId) => ({ siteId })),
      async ({ siteId }) => {
        const before = await tx.get(spec, siteId);
        if (before?.owner !== companyId) throw new ProblemError(notFound());
        return storeChange(spec, before, { ...before.doc, ...changes }, { call, tx, spec, before });
      },
    );
    return { body: done };
  }),
} satisfies Handlers;

/** What happens to sites by itself: their e-mail is sent. */
export function runSiteJobs({ jobs, store, system, outbox }: Services): void {
  jobs.on('site.ztpMail', ['siteId'], async ({ siteId }) => {
    const spec = store.specIf('Site');
    const site = spec && (await system.get(spec, siteId));
    if (!site) return;
    const ztpStatus = await outbox.send(ztpMail(site.doc)).then(
      () => 'success' as const,
      () => 'fail' as const,
    );
    await system.write(async (tx) => {
      const present = await tx.get(spec, siteId);
      if (present) await tx.annotate(spec, present, { ...present.doc, ztpStatus });
    });
  });
}

/** Zero-touch provisioning: what the people at the site need when they unpack the device. */
function ztpMail({ name, ztpMail: to = '', ...devices }: DocOf<'Site'>): Message {
  const sn = [devices.sn, devices.haSn].filter((each) => each !== undefined).join(', ');
  return {
    channel: 'mail',
    to,
    subject: `ZTP ${name}`,
    text: `站点 ${name} 开局：请将设备 ${sn} 接入 WAN 口并上电，配置会自动下发。\nSite ${name}: connect the WAN port of device ${sn} and switch it on; its configuration follows by itself.`,
  };
}

type Named = { siteId?: string; name?: string };

/** Each row stands alone; what fails is told and leaves nothing. */
async function each<Row extends Named>(
  call: Call,
  tx: Transaction,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<BatchResult> {
  const failed: Failure[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await savepoint(tx.db, () => work(row));
    } catch (error) {
      failed.push(failureOf(call, error, index, row));
    }
  }
  return { serviceCode: failed.length > 0 ? FAIL : SUCCESS, total: rows.length, succeeded: rows.length - failed.length, failed };
}

/** One sentence that names what was not created. */
function namesOf(failed: readonly Failure[], { services, language, requestId }: Call): string {
  const problem = new ProblemError(siteBatchFailed({ sites: failed.map(({ name, index }) => name ?? `#${index + 1}`).join(', ') }));
  return services.sentences.problem(problem, language, requestId).detail;
}

function failureOf(call: Call, error: unknown, index: number, row: Named): Failure {
  const { code, serviceCode, detail, errors } = call.services.sentences.problem(problemOf(call, error), call.language, call.requestId);
  const named = {
    ...(row.siteId === undefined ? {} : { siteId: row.siteId }),
    ...(row.name === undefined ? {} : { name: row.name }),
  };
  return {
    index,
    ...named,
    code,
    ...(serviceCode === undefined ? {} : { serviceCode }),
    detail,
    ...(errors ? { errors } : {}),
  };
}

function siteSpec({ store }: Services): ItemSpec<'Site'> {
  return store.spec('Site');
}
