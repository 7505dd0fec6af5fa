import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import type { PageState } from '#resource/url-state.ts';
import { timeChoice } from './time-choice.ts';

type Live = {
  /** The list is one of events, which grows while one looks at it. */
  offered: boolean;
  on: boolean;
  set: (on: boolean) => void;
  /** Milliseconds between two answers; undefined while it is off or waits. */
  every?: number;
};

const EVERY = 10_000;

/** What is read on a later page, or up to a fixed end, must not move away under the reader. */
export function useLive(op: Operation | undefined, state: PageState): Live {
  const [on, set] = useState(false);
  const choice = op?.range ? timeChoice(op, state.filters) : undefined;
  const moves = state.page === 1 && state.view === undefined && !(choice?.kind === 'ends' && choice.end !== undefined);
  return { offered: choice !== undefined, on, set, every: on && moves ? EVERY : undefined };
}

export function LiveButton({ live }: { live: Live }) {
  const { t } = useTranslation('resource');
  const paused = live.on && live.every === undefined;
  return (
    <button
      type="button"
      className="btn rf-live"
      aria-pressed={live.on}
      data-paused={paused || undefined}
      title={t(paused ? 'live.paused' : 'live.hint', { seconds: EVERY / 1000 })}
      onClick={() => live.set(!live.on)}
    >
      <span aria-hidden="true" />
      {t('live.on')}
    </button>
  );
}
