import type { Services } from '#server/kernel/services.ts';
import { without } from '#server/kernel/resource/without.ts';
import { timestamp } from '#server/store/clock.ts';
import { SINGLE } from '#server/store/items/transaction.ts';

/** Notes since when telemetry does not answer, and that it does again: every process reads it there, and everybody sees it. */
export async function noteAnswering({ store, system, clock }: Services, answers: boolean): Promise<void> {
  const spec = store.spec('SystemConfig');
  const known = await system.get(spec, SINGLE);
  if (!known || (known.doc.telemetryDownSince === undefined) === answers) return;
  await system.write(async (tx) => {
    const now = await tx.get(spec, SINGLE);
    if (!now) return;
    const rest = without(now.doc, 'telemetryDownSince');
    await tx.annotate(spec, now, answers ? rest : { ...rest, telemetryDownSince: timestamp(clock.now()) });
  });
}
