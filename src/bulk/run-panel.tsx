import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import { loadPlatform } from '#api/platform.ts';
import { refreshAll } from '#api/refresh.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Results } from './results.tsx';
import { rowsOf } from './by-ids.ts';
import { canDryRun, type Outcome, reason, runSteps, type Step } from './run.ts';
import { ConfirmByTyping } from './confirm-by-typing.tsx';

type Props = {
  scope: WholeScope;
  /**
   * Built when it starts; undefined: not ready (an input is wrong, and says so itself). Anew: something failed before,
   * perhaps because somebody else was faster, so the present revision counts.
   */
  steps: (anew: boolean) => Promise<Step[] | undefined>;
  count: number;
  /** Name of the button. */
  verb: string;
  danger?: boolean;
  /** Nothing to ask: it starts by itself. */
  atOnce?: boolean;
  /** What it would do to each row is found out as soon as it opens, and shown with the question. */
  preview?: boolean;
  /** What it would do to each row is shown before it is done, also where nothing stands against it. */
  asks?: boolean;
  /** The rows by their names, while nothing says more of them. */
  unlisted?: ReactNode;
  /** What has to be typed first. */
  typed?: string;
  /** Told when all that was asked for went well. */
  onDone: (outcomes: Outcome[], steps: Step[]) => void;
  /** Told after every run which calls took effect. */
  onApplied?: (done: Step[]) => void;
  onClose: () => void;
  /** In place of closing without having run. */
  onBack?: (() => void) | undefined;
};

const REMOVES: ReadonlySet<string> = new Set(['delete', 'bulkDelete']);

type Phase =
  | { kind: 'ready' }
  | { kind: 'busy'; trying: boolean; done: number; total: number }
  /** The dry run says what would become of each. */
  | { kind: 'tried'; steps: Step[]; outcomes: Outcome[] }
  | { kind: 'over'; steps: Step[]; outcomes: Outcome[] }
  /** Nothing was sent: what it is about could not be read. */
  | { kind: 'broken'; detail: string };

/** Tries many calls, tells what would become of each, carries out those that would change something, and tells what came of it. */
export function RunPanel({ scope, steps: build, count, verb, danger, typed, ...more }: Props) {
  const { atOnce = false, preview = false, asks = false, unlisted, onDone, onApplied, onClose, onBack } = more;
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>(preview ? { kind: 'busy', trying: true, done: 0, total: count } : { kind: 'ready' });
  const abort = useRef<AbortController>(undefined);

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      setPhase({ kind: 'broken', detail: errorMessage(error) });
    }
  };

  /** What would become of each; undefined where nobody can say, or it was stopped. */
  const attempt = async (steps: Step[]): Promise<Outcome[] | undefined> => {
    if (!canDryRun(steps, await bulkFor(steps))) return undefined;
    const outcomes = await run(steps, true);
    return abort.current?.signal.aborted ? undefined : outcomes;
  };

  const look = (): Promise<void> =>
    guarded(async () => {
      const steps = await build(false);
      const outcomes = steps && (await attempt(steps));
      setPhase(steps && outcomes ? { kind: 'tried', steps, outcomes } : { kind: 'ready' });
    });

  const start = (anew = false): Promise<void> =>
    guarded(async () => {
      const steps = await build(anew);
      if (!steps) return;
      if (steps.length > 1 || asks) {
        const outcomes = await attempt(steps);
        if (abort.current?.signal.aborted) return setPhase({ kind: 'ready' });
        if (outcomes && (asks || outcomes.some(({ kind }) => kind !== 'done'))) return setPhase({ kind: 'tried', steps, outcomes });
      }
      await apply(steps);
    });

  const apply = async (steps: Step[]): Promise<void> => {
    const outcomes = await run(steps, false);
    const done = steps.filter((_, index) => outcomes[index]?.kind === 'done');
    onApplied?.(done);
    await refreshAll(
      client,
      done.flatMap((step) => (REMOVES.has(step.op.kind) ? rowsOf(step).map(({ id }) => id) : [])),
    );
    if (outcomes.every(({ kind }) => kind === 'done')) onDone(outcomes, steps);
    else setPhase({ kind: 'over', steps, outcomes });
  };

  const bulkFor = async (steps: Step[]) =>
    steps.length > 1 || steps.some(({ set }) => set) ? await loadPlatform(model, 'bulk') : undefined;

  const run = async (steps: Step[], dryRun: boolean): Promise<Outcome[]> => {
    const { signal } = (abort.current = new AbortController());
    const show = (done: number): void => setPhase({ kind: 'busy', trying: dryRun, done, total: steps.length });
    show(0);
    return (await runSteps(steps, { bulk: await bulkFor(steps), dryRun, onProgress: show, signal })).outcomes;
  };

  const begin = useEffectEvent(() => void (preview ? look() : start()));
  useEffect(() => {
    if (!atOnce && !preview) return undefined;
    const timer = setTimeout(begin);
    return () => clearTimeout(timer);
  }, [atOnce, preview]);

  const cancel = (
    // what destroys is never one Enter away
    <button type="button" className="btn" data-focus={(danger && typed === undefined) || undefined} onClick={onBack ?? onClose}>
      {t(onBack ? 'bulk.back' : 'action.cancel')}
    </button>
  );

  switch (phase.kind) {
    case 'busy':
      return (
        <div className="rb">
          <div className="rb-progress" role="status">
            <span>{t(phase.trying ? 'bulk.trying' : 'bulk.running', { done: phase.done, total: phase.total })}</span>
            <progress max={phase.total} value={phase.done} aria-label={verb} />
            {phase.total > 1 && (
              <button type="button" className="btn" onClick={() => abort.current?.abort()}>
                {t('bulk.stop')}
              </button>
            )}
          </div>
        </div>
      );
    case 'broken':
      return (
        <div className="rb">
          <p className="rb-error" role="alert">
            {phase.detail}
          </p>
          <div className="rb-buttons">
            {cancel}
            <button type="button" className="btn btn-primary" onClick={() => void (preview ? look() : start())}>
              {t('action.retry')}
            </button>
          </div>
        </div>
      );
    case 'tried': {
      const good = phase.steps.filter((_, index) => phase.outcomes[index]?.kind === 'done');
      const failed = phase.outcomes.filter(({ kind }) => kind === 'failed').length;
      const same = phase.outcomes.length - good.length - failed;
      const named = failed > 0 ? t('bulk.applyGood', { count: good.length }) : t('bulk.applyTo', { action: verb, count: good.length });
      const applies = good.length > 0 ? named : undefined;
      return (
        <ConfirmByTyping
          typed={good.length > 0 && preview ? typed : undefined}
          takesFocus
          onSubmit={() => void guarded(() => apply(good))}
          cancel={cancel}
          verb={applies}
          danger={danger}
        >
          {failed > 0 && (
            <p className="rb-warn" role="alert">
              {t('bulk.wouldFail', { failed, total: phase.steps.length })}
            </p>
          )}
          <p role="status">
            {good.length + failed === 0 ? t('bulk.allSame') : t('bulk.would', { done: good.length, same, failed })}
            {phase.steps.length > 1 && good.length > 0 && ` ${t('bulk.each')}`}
          </p>
          <Results scope={scope} steps={phase.steps} outcomes={phase.outcomes} tried />
        </ConfirmByTyping>
      );
    }
    case 'over': {
      const done = phase.outcomes.filter(({ kind }) => kind === 'done').length;
      const stale = phase.outcomes.some((outcome) => outcome.kind === 'failed' && outcome.status === 412);
      const onlySame = phase.outcomes.every(({ kind }) => kind === 'done' || kind === 'same');
      return (
        <div className="rb">
          <p className={onlySame ? 'rb-ok' : 'rb-error'} role={onlySame ? 'status' : 'alert'}>
            {phase.steps.length === 1 && !onlySame
              ? reason(phase.outcomes[0] ?? { kind: 'skipped' }) || t('bulk.skipped')
              : t(onlySame ? 'bulk.doneSame' : 'bulk.partly', { done, total: phase.steps.length })}
          </p>
          {stale && <p>{t('bulk.stale')}</p>}
          {phase.steps.length > 1 && <Results scope={scope} steps={phase.steps} outcomes={phase.outcomes} />}
          <div className="rb-buttons">
            <button type="button" className="btn" autoFocus onClick={onClose}>
              {t('action.close')}
            </button>
            {phase.steps.length === 1 && !onlySame && (
              <button type="button" className={danger ? 'btn btn-danger' : 'btn btn-primary'} onClick={() => void start(true)}>
                {t('action.retry')}
              </button>
            )}
          </div>
        </div>
      );
    }
    case 'ready':
      return (
        <ConfirmByTyping typed={typed} onSubmit={() => void start()} cancel={cancel} verb={verb} danger={danger} disabled={count === 0}>
          {unlisted}
        </ConfirmByTyping>
      );
  }
}
