import { useTranslation } from 'react-i18next';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';

const SHOWN = 10;

/** Which rows a bulk call is about, and how many were left out for want of rights. */
export function Names({ scope, rows, excluded }: { scope: Scope; rows: Row[]; excluded: number }) {
  const { t } = useTranslation('resource');
  return (
    <>
      <ul className="rb-names">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={scope.key(row).id}>{scope.nameOf(row)}</li>
        ))}
        {rows.length > SHOWN && <li>{t('bulk.andMore', { count: rows.length - SHOWN })}</li>}
      </ul>
      {excluded > 0 && <p className="rb-warn">{t('bulk.excluded', { count: excluded })}</p>}
    </>
  );
}
