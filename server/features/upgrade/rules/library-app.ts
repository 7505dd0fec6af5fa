import { timestamp } from '#server/store/clock.ts';
import { without } from '#server/kernel/resource/without.ts';
import { type Change, type EntityRules } from '#server/kernel/resource/entity.ts';
import { type Services } from '#server/kernel/services.ts';
import { verdictOf } from '#server/features/upgrade/app-scanner.ts';

const SCAN_MS = 20_000;

/** A package is scanned when it arrives and whenever its file becomes another. */
export const libraryApp: EntityRules<'LibraryApp'> = {
  complete: async (doc, change) => {
    const { before, call } = change;
    if (before && before.doc.sha256 === doc.sha256) return doc;
    await scanLater(String(doc.id), change);
    return { ...without(doc, 'scannedAt', 'scanDetail'), scanState: 'pending', uploadedBy: call.principal?.username ?? '' };
  },
  restored: async (doc, change) => {
    if (doc.scanState === 'pending') await scanLater(String(doc.id), change);
    return doc;
  },
};

export async function scanLater(id: string, { call, tx }: Pick<Change, 'call' | 'tx'>): Promise<void> {
  const { jobs, clock } = call.services;
  // what nobody looks at stays unscanned, and cannot be offered
  if (!call.services.network) return;
  await jobs.at(clock.now() + SCAN_MS, 'app.scan', { id }, { id: `app.scan ${id}`, tx: tx.db });
}

/** The verdict of the demo's scanner depends on the digest alone: the same file is always found alike. */
export function scanApps({ jobs, store, system, clock }: Services): void {
  jobs.on('app.scan', ['id'], async ({ id }) => {
    const spec = store.specIf('LibraryApp');
    if (!spec) return;
    await system.write(async (tx) => {
      const file = await tx.get(spec, id);
      if (file?.doc.scanState !== 'pending') return;
      const finding = verdictOf(file.doc.sha256);
      const scanned: typeof file.doc = { ...file.doc, scanState: finding ? 'infected' : 'clean', scannedAt: timestamp(clock.now()) };
      await tx.update(spec, file, finding ? { ...scanned, scanDetail: finding } : scanned, file.secret, 'app.scan');
    });
  });
}
