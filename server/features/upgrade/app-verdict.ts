import { timestamp } from '#server/store/clock.ts';
import type { Services } from '#server/kernel/services.ts';

/** Writes to a package that waits what the scanner found in its file; undefined means that there was nothing. */
export async function noteVerdict(
  { store, system, clock }: Pick<Services, 'store' | 'system' | 'clock'>,
  id: string,
  findingIn: (sha256: string) => string | undefined,
): Promise<void> {
  const spec = store.specIf('LibraryApp');
  if (!spec) return;
  await system.write(async (tx) => {
    const file = await tx.get(spec, id);
    if (file?.doc.scanState !== 'pending') return;
    const finding = findingIn(file.doc.sha256);
    const scanned: typeof file.doc = { ...file.doc, scanState: finding ? 'infected' : 'clean', scannedAt: timestamp(clock.now()) };
    await tx.update(spec, file, finding ? { ...scanned, scanDetail: finding } : scanned, file.secret, 'app.scan');
  });
}
