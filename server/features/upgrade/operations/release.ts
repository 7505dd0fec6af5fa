import { appNotClean } from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Call, Handlers } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { itemAction } from '#server/kernel/resource/action.ts';
import { without } from '#server/kernel/resource/without.ts';
import { scanLater } from '#server/features/upgrade/rules/library-app.ts';

/** Device software, clients and the apps of the store: published, withdrawn, offered, scanned. */
export const releases = {
  publishRelease: itemAction('Release', (doc, { call }) => ({
    ...without(doc, 'withdrawnAt'),
    state: 'published',
    publishedAt: now(call),
    publishedBy: principalOf(call).username,
  })),
  recallRelease: itemAction('Release', (doc, { call }) => ({ ...doc, state: 'withdrawn', withdrawnAt: now(call) })),

  publishAppVersion: itemAction('AppVersion', (doc, { call }) => ({
    ...without(doc, 'withdrawnAt'),
    state: 'published',
    publishedAt: now(call),
  })),
  recallAppVersion: itemAction('AppVersion', (doc, { call }) => ({ ...doc, state: 'withdrawn', withdrawnAt: now(call) })),

  scanLibraryApp: itemAction('LibraryApp', async (doc, change) => {
    await scanLater(change.before.id, change);
    return { ...without(doc, 'scannedAt', 'scanDetail'), scanState: 'pending' };
  }),

  offerStoreApp: itemAction('StoreApp', async (doc, { call, tx }) => {
    const packages = call.services.store.spec('LibraryApp');
    for (const id of doc.packageIds) {
      const file = await tx.anyOf(packages, id);
      if (file?.doc.scanState !== 'clean') throw new ProblemError(appNotClean({ name: file?.doc.name ?? id }));
    }
    return { ...doc, state: 'listed', listedAt: now(call) };
  }),
  unlistStoreApp: itemAction('StoreApp', (doc) => ({ ...without(doc, 'listedAt'), state: 'unlisted' })),
} satisfies Handlers;

function now(call: Call): string {
  return timestamp(call.services.clock.now());
}
