import type { Entities } from '#generated/server/entities.ts';
import type { Progress } from '#server/kernel/network.ts';
import { captured } from '#server/simulator/diagnosis/capture.ts';
import { diagnosisScript } from '#server/simulator/diagnosis/script.ts';
import { factsOf, wayOf } from '#server/simulator/diagnosis/way.ts';
import type { StepContext } from '#server/simulator/step-context.ts';

/** What the device has written by now. */
export async function diagnosisStep({
  services,
  tx,
  item,
  elapsed,
  now,
}: StepContext<'DiagnosisTask'>): Promise<Progress<'DiagnosisTask'>> {
  const { doc: task } = item;
  const facts = await factsOf({ services, tx }, task);
  if (!facts) return { doc: task, state: 'failed' };
  const at = now - elapsed;
  const { lines, steps, duration, success, results } = diagnosisScript(task, wayOf(facts, task, at), at);
  const over = elapsed >= duration;
  const isOut = ({ after }: { after: number }): boolean => over || after <= elapsed;
  const doc = {
    ...task,
    lines: lines.filter(isOut).map((line) => line.text),
    ...(steps ? { steps: steps.filter(isOut).map(({ after: _after, ...step }) => step) } : {}),
    progress: over ? 100 : Math.floor((elapsed / duration) * 100),
    ...(over ? results : {}),
  };
  return { doc, state: over ? (success ? 'success' : 'failed') : 'running' };
}

/** The packets that the device kept. */
export async function captureOf(
  { services, tx }: Pick<StepContext<'DiagnosisTask'>, 'services' | 'tx'>,
  task: Entities['DiagnosisTask'],
): Promise<Uint8Array> {
  const facts = await factsOf({ services, tx }, task);
  if (!facts || task.startedAt === undefined) return new Uint8Array();
  return captured(task, wayOf(facts, task, Date.parse(task.startedAt)));
}
