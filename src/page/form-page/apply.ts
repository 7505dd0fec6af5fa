import { createContext } from 'react';

/** How a change is applied: at once, at a time, or at once and on trial until somebody says that it went well. */
export type Apply = { kind: 'now' } | { kind: 'timed'; at: string } | { kind: 'trial'; minutes: number };

export const NOW: Apply = { kind: 'now' };

/** The choice of the form that is open, where its changes may be applied otherwise than at once. */
export const ApplyContext = createContext<{ apply: Apply; onApply: (apply: Apply) => void } | undefined>(undefined);

/** The same as the update's parameters. */
export function queryOf(apply: Apply): Record<string, unknown> | undefined {
  if (apply.kind === 'timed') return { applyAt: apply.at };
  return apply.kind === 'trial' ? { confirmWithin: apply.minutes } : undefined;
}
