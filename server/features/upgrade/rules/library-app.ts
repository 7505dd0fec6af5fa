import { without } from '#server/kernel/resource/without.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';

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

/** What nobody looks at stays unscanned, and cannot be offered. */
export async function scanLater(id: string, { call, tx }: Pick<Change, 'call' | 'tx'>): Promise<void> {
  await call.services.scanner?.scan(id, tx.db);
}
