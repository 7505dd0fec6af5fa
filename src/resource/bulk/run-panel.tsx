import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import { itemField } from '#resource/fields.ts';
import { placeName } from '#resource/history/diff-table.tsx';
import { loadPlatform } from '#resource/platform.ts';
import { refreshAll } from '#resource/refresh.ts';
import type { Scope } from '#resource/scope.ts';
import { type Outcome, reason, runSteps, type Step } from './run.ts';
import { pointerOf } from '#domain/value.ts';

type Props = {
  scope: Scope;
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
  /** What has to be typed first. */
  typed?: string;
  /** Told when all that was asked for went well. */
  onDone: (outcomes: Outcome[]) => void;
  /** Told after every run which calls took effect. */
  onApplied?: (done: Step[]) => void;
  onClose: () => void;
  /** In place of closing without having run. */
  onBack?: (() => void) | undefined;
};

type Phase =
  | { kind: 'ready' }
  | { kind: 'busy'; trying: boolean; done: number; total: number }
  /** The dry run found some that would fail. */
  | { kind: 'tried'; steps: Step[]; outcomes: Outcome[] }
  | { kind: 'over'; steps: Step[]; outcomes: Outcome[] };

/** Tries many calls, tells which would fail, carries out the others when asked to, and tells what became of each. */
export function RunPanel({ scope, steps: build, count, verb, danger, atOnce = false, typed, onDone, onApplied, onClose, onBack }: Props) {
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ kind: 'ready' });
  const [text, setText] = useState('');
  const abort = useRef<AbortController>(undefined);

  const start = async (anew = false): Promise<void> => {
    const steps = await build(anew);
    if (!steps) return;
    if (steps.length > 1) {
      const tried = await run(steps, true);
      if (tried.some(({ kind }) => kind === 'failed')) return setPhase({ kind: 'tried', steps, outcomes: tried });
      if (tried.some(({ kind }) => kind === 'skipped')) return setPhase({ kind: 'ready' });
    }
    await apply(steps);
  };

  const apply = async (steps: Step[]): Promise<void> => {
    const outcomes = await run(steps, false);
    const done = steps.filter((_, index) => outcomes[index]?.kind === 'done');
    onApplied?.(done);
    await refreshAll(
      client,
      done.flatMap(({ op, id }) => (op.kind === 'delete' ? (id ?? []) : [])),
    );
    if (outcomes.every(({ kind }) => kind === 'done')) onDone(outcomes);
    else setPhase({ kind: 'over', steps, outcomes });
  };

  const run = async (steps: Step[], dryRun: boolean): Promise<Outcome[]> => {
    abort.current = new AbortController();
    const bulk = steps.length > 1 ? await loadPlatform(model, 'bulk') : undefined;
    const show = (done: number): void => setPhase({ kind: 'busy', trying: dryRun, done, total: steps.length });
    show(0);
    return (await runSteps(steps, { bulk, dryRun, onProgress: show, signal: abort.current.signal })).outcomes;
  };

  const begin = useEffectEvent(() => void start());
  useEffect(() => {
    if (!atOnce) return undefined;
    const timer = setTimeout(begin);
    return () => clearTimeout(timer);
  }, [atOnce]);

  const ready = typed === undefined || text.trim() === typed;
  const button = danger ? 'btn btn-danger' : 'btn btn-primary';

  if (phase.kind === 'busy') {
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
  }
  if (phase.kind === 'tried') {
    const good = phase.steps.filter((_, index) => phase.outcomes[index]?.kind === 'done');
    return (
      <div className="rb">
        <p className="rb-warn" role="alert">
          {t('bulk.wouldFail', { failed: phase.steps.length - good.length, total: phase.steps.length })}
        </p>
        <Results scope={scope} steps={phase.steps} outcomes={phase.outcomes} />
        <div className="rb-buttons">
          <button type="button" className="btn" onClick={onBack ?? onClose}>
            {t(onBack ? 'bulk.back' : 'action.cancel')}
          </button>
          {good.length > 0 && (
            <button type="button" className={button} onClick={() => void apply(good)}>
              {t('bulk.applyGood', { count: good.length })}
            </button>
          )}
        </div>
      </div>
    );
  }
  if (phase.kind === 'over') {
    const done = phase.outcomes.filter(({ kind }) => kind === 'done').length;
    const stale = phase.outcomes.some((outcome) => outcome.kind === 'failed' && outcome.status === 412);
    return (
      <div className="rb">
        <p className="rb-error" role="alert">
          {phase.steps.length === 1
            ? reason(phase.outcomes[0] ?? { kind: 'skipped' }) || t('bulk.skipped')
            : t('bulk.partly', { done, total: phase.steps.length })}
        </p>
        {stale && <p>{t('bulk.stale')}</p>}
        {phase.steps.length > 1 && <Results scope={scope} steps={phase.steps} outcomes={phase.outcomes} />}
        <div className="rb-buttons">
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
          {phase.steps.length === 1 && (
            <button type="button" className={button} onClick={() => void start(true)}>
              {t('action.retry')}
            </button>
          )}
        </div>
      </div>
    );
  }
  return (
    <form
      className="rb"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void start();
      }}
    >
      {typed !== undefined && (
        <label className="rb-typed">
          {t('bulk.typed', { text: typed })}
          <input
            className="input"
            data-focus
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      <div className="rb-buttons">
        {/* what destroys is never one Enter away */}
        <button type="button" className="btn" data-focus={(danger && typed === undefined) || undefined} onClick={onBack ?? onClose}>
          {t(onBack ? 'bulk.back' : 'action.cancel')}
        </button>
        <button type="submit" className={button} data-focus={!danger || undefined} disabled={!ready || count === 0}>
          {verb}
        </button>
      </div>
    </form>
  );
}

/** Those that did not go well, each with its reason. */
function Results({ scope, steps, outcomes }: { scope: Scope; steps: Step[]; outcomes: Outcome[] }) {
  const { t } = useTranslation('resource');
  const root = itemField(scope.resource);
  const bad = steps
    .map((step, index) => ({ step, outcome: outcomes[index] ?? { kind: 'skipped' as const } }))
    .filter(({ outcome }) => outcome.kind !== 'done');
  return (
    // scrolls, so the keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="rb-results" role="region" aria-label={t('bulk.results')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('bulk.item')}</th>
            <th scope="col">{t('bulk.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {bad.slice(0, MOST).map(({ step, outcome }, index) => (
            <tr key={index}>
              <th scope="row">{step.name}</th>
              <td>{outcome.kind === 'skipped' ? t('bulk.skipped') : reason(outcome, (path) => placeName(scope, root, pointerOf(path)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {bad.length > MOST && <p>{t('bulk.cut', { count: bad.length - MOST })}</p>}
    </div>
  );
}

const MOST = 500;
