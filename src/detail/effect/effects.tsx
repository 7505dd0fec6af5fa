import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { reachOf, useActionEffect } from './effect.ts';
import { EffectView, usePlaceTitle } from './effect-view.tsx';

const SHOWN = 20;

type Props = { scope: WholeScope; op: Operation; rows: readonly Row[] };

/** What an action would change, row by row: how far it reaches at once, the rest where it is opened. */
export function Effects({ scope, op, rows }: Props) {
  const { t } = useTranslation('resource');
  return (
    <ul className="re-many">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={scope.key(row).id}>
          <RowEffect scope={scope} op={op} row={row} />
        </li>
      ))}
      {rows.length > SHOWN && <li>{t('bulk.andMore', { count: rows.length - SHOWN })}</li>}
    </ul>
  );
}

function RowEffect({ scope, op, row }: Omit<Props, 'rows'> & { row: Row }) {
  const { t } = useTranslation('resource');
  const { effect, labels, error } = useActionEffect(scope, op, row);
  const name = scope.nameOf(row);
  if (!effect || !labels)
    return (
      <p aria-busy={error === null}>
        {name} <span className={error ? 'rb-error' : 'rd-none'}>{t(error ? 'effect.unknown' : 'state.loading')}</span>
      </p>
    );
  return (
    <details>
      <summary>
        {name} <Reach scope={scope} effect={effect} labels={labels} />
      </summary>
      <EffectView scope={scope} effect={effect} labels={labels} />
    </details>
  );
}

function Reach({ scope, effect, labels }: Parameters<typeof EffectView>[0]) {
  const { t } = useTranslation('resource');
  const title = usePlaceTitle(effect, scope.language);
  const { changing, same, skipped } = reachOf(effect);
  if (effect.obstacle !== undefined)
    return (
      <span className="rb-error">{t('effect.obstacle', { reason: labels.enums['obstacle']?.[effect.obstacle] ?? effect.obstacle })}</span>
    );
  if (effect.changes.length === 0 && changing === 0) return <span className="rd-none">{t('effect.same')}</span>;
  return <span className="rd-none">{t('effect.reach', { title, changing, same, skipped })}</span>;
}
