import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { states } from './network.ts';
import { LinkSign, NodeSign } from './state-sign.tsx';
import type { Words } from './use-words.ts';

/** What shapes, signs and lines mean. */
export function Legend({ words }: { words: Words }): ReactNode {
  const { t } = useTranslation('topology');
  return (
    <ul className="topology-legend" aria-label={t('legend')}>
      {(['site', 'hub', 'pop'] as const).map((kind) => (
        <li key={kind}>
          <NodeSign state="up" kind={kind} /> {words.kind(kind)}
        </li>
      ))}
      {states.map((state) => (
        <li key={state}>
          <NodeSign state={state} kind="site" />
          <LinkSign state={state} /> {words.state(state)}
        </li>
      ))}
      <li>{t('thick')}</li>
    </ul>
  );
}
