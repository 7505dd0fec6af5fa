import type { Services } from '#server/kernel/services.ts';
import { without } from '#server/kernel/resource/without.ts';
import { timestamp } from '#server/store/clock.ts';
import { SINGLE } from '#server/store/items/transaction.ts';
import { setSetting, settingOf } from '#server/store/platform/settings.ts';

/** Since when nothing was answered, for as long as nobody is told. */
const NAME = 'telemetry.unanswered';

/**
 * Notes since when telemetry does not answer, and that it does again: every process reads it there, and everybody sees it.
 * One query that was lost is no silence: only a second one in a row is, and the first answer ends it.
 */
export async function noteAnswering({ store, system, clock }: Services, answers: boolean): Promise<void> {
  const unanswered = Number((await settingOf(store.engine.read, NAME)) ?? 0);
  if (answers !== (unanswered === 0)) await store.engine.write((tx) => setSetting(tx, NAME, String(answers ? 0 : clock.now())));
  if (!answers && unanswered === 0) return;
  const spec = store.spec('SystemConfig');
  const known = await system.get(spec, SINGLE);
  if (!known || (known.doc.telemetryDownSince === undefined) === answers) return;
  await system.write(async (tx) => {
    const now = await tx.get(spec, SINGLE);
    if (!now) return;
    const rest = without(now.doc, 'telemetryDownSince');
    await tx.annotate(spec, now, answers ? rest : { ...rest, telemetryDownSince: timestamp(unanswered) });
  });
}
