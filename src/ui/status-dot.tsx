import type { ReactNode } from 'react';
import type { Tone } from '#domain/model.ts';
import './status-dot.css';

/** A state by colour and word, never by colour alone. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={`status status-${tone}`}>
      <span className="status-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
