import { duplicate } from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import type { CallOf, Handlers } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Acting, itemAction } from '#server/kernel/resource/action.ts';
import { labelOf } from '#server/kernel/resource/labels.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { Services } from '#server/kernel/services.ts';
import type { DocOf } from '#server/store/items/typed.ts';

const KIND = 'compliance.expire';

/** A declared business is approved for a time, refused, or applied for again. */
export const compliance = {
  approveComplianceBusiness: itemAction(
    'ComplianceBusiness',
    async (doc, change: Acting<'ComplianceBusiness', CallOf<'approveComplianceBusiness'>['body']>) => {
      const { filingNumber, validUntil } = change.call.body;
      await refuseFiling(filingNumber, change);
      await expireAt(change, validUntil);
      return { ...without(doc, 'reason'), ...decided(change), state: 'approved', filingNumber, validUntil };
    },
  ),
  rejectComplianceBusiness: itemAction(
    'ComplianceBusiness',
    (doc, change: Acting<'ComplianceBusiness', CallOf<'rejectComplianceBusiness'>['body']>) => ({
      ...without(doc, 'filingNumber', 'validUntil'),
      ...decided(change),
      state: 'rejected',
      reason: change.call.body.reason,
    }),
  ),
  submitComplianceBusiness: itemAction('ComplianceBusiness', (doc, { call }) => ({
    ...without(doc, 'reason', 'filingNumber', 'validUntil', 'decidedAt', 'decidedBy'),
    state: 'applied',
    appliedAt: timestamp(call.services.clock.now()),
  })),
} satisfies Handlers;

/** An approval ends by itself. */
export function expireApprovals({ jobs, store, system }: Services): void {
  jobs.on(KIND, ['id', 'validUntil'], async ({ id, validUntil }) => {
    const spec = store.specIf('ComplianceBusiness');
    if (!spec) return;
    await system.write(async (tx) => {
      const business = await tx.get(spec, id);
      if (business?.doc.state === 'approved' && business.doc.validUntil === validUntil)
        await tx.update(spec, business, { ...business.doc, state: 'expired' }, business.secret, KIND);
    });
  });
}

async function expireAt({ call, tx, before }: Change<'ComplianceBusiness'>, validUntil: string): Promise<void> {
  const id = before?.id ?? '';
  await call.services.jobs.at(Date.parse(validUntil), KIND, { id, validUntil }, { id: `${KIND} ${id}`, tx: tx.db });
}

/** A filing number is given once. */
async function refuseFiling(value: string, change: Change<'ComplianceBusiness'>): Promise<void> {
  const { tx, spec, before } = change;
  const same = await tx.find(spec, { filingNumber: value }, { limit: 2 });
  if (!same.some(({ id }) => id !== before?.id)) return;
  const problem = duplicate({ field: labelOf(change, 'filingNumber'), value });
  throw new ProblemError(problem, { errors: [{ pointer: '/filingNumber', code: problem.code, params: problem.params }] });
}

function decided({ call }: Change<'ComplianceBusiness'>): Pick<DocOf<'ComplianceBusiness'>, 'decidedAt' | 'decidedBy'> {
  return { decidedAt: timestamp(call.services.clock.now()), decidedBy: principalOf(call).username };
}
