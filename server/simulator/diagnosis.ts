import { type Progress } from '#server/kernel/network.ts';
import { type StepContext } from '#server/simulator/step-context.ts';
import { diagnosisScript } from '#server/simulator/diagnosis-script.ts';

/** The lines that the device has written by now. */
export async function diagnosisStep({ services, tx, item, elapsed, now }: StepContext): Promise<Progress> {
  const spec = services.store.specs.get('Site');
  const site = spec && (await tx.anyOf(spec, String(item.doc.siteId)));
  const reachable = site?.doc.reachability === 'reachable' && typeof site.doc.sn === 'string';
  const { lines, duration, success, results } = diagnosisScript(item.doc, { reachable, at: now - elapsed });
  const over = elapsed >= duration;
  const doc = {
    ...item.doc,
    lines: lines.filter((line) => line.after <= elapsed || over).map((line) => line.text),
    progress: over ? 100 : Math.floor((elapsed / duration) * 100),
    ...(over ? results : {}),
  };
  return { doc, state: over ? (success ? 'success' : 'failed') : 'running' };
}
