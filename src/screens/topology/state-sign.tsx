import type { ReactNode } from 'react';
import type { Node, State } from './network.ts';

const tones: Record<State, string> = {
  up: 'var(--success)',
  degraded: 'var(--warning)',
  down: 'var(--danger)',
  unknown: 'var(--neutral)',
  off: 'var(--border-strong)',
};
const signs: Record<State, string> = { up: '', degraded: '!', down: '×', unknown: '?', off: '–' };
const shapes: Record<Node['kind'], string> = { site: '', hub: 'M8 1l7 7-7 7-7-7z', pop: 'M8 1l7 13H1z' };
const dashes: Record<State, string> = { up: '', degraded: '10 4', down: '4 4', unknown: '1.5 4', off: '1.5 9' };

/** As the picture draws it: a node in its state. Its word stands beside it. */
export function NodeSign({ state, kind }: { state: State; kind: Node['kind'] }): ReactNode {
  const solid = state === 'up' || state === 'degraded' || state === 'down';
  const look = { fill: solid ? tones[state] : 'var(--surface)', stroke: tones[state], strokeWidth: 1.5 };
  return (
    <svg className="topology-sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {kind === 'site' ? <circle cx="8" cy="8" r="6.5" {...look} /> : <path d={shapes[kind]} {...look} />}
      <text x="8" y="11.5" textAnchor="middle" fontSize="10" fontWeight="700" fill={solid ? 'var(--surface)' : tones[state]}>
        {signs[state]}
      </text>
    </svg>
  );
}

/** A link in its state. */
export function LinkSign({ state }: { state: State }): ReactNode {
  const calm = state === 'up' || state === 'off';
  return (
    <svg className="topology-sign" viewBox="0 0 28 16" width="28" height="14" aria-hidden="true">
      <path d="M1 8h26" stroke={calm ? 'var(--text-3)' : tones[state]} strokeWidth="2" strokeDasharray={dashes[state]} />
    </svg>
  );
}
