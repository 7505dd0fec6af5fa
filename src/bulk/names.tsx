import { useTranslation } from 'react-i18next';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';

const SHOWN = 10;

type Props = {
  scope: Scope;
  rows: Row[];
  /** Left out for want of rights. */
  excluded?: number | undefined;
};

/** Which rows a bulk call is about, and how many were left out. */
export function Names({ scope, rows, excluded = 0 }: Props) {
  const { t } = useTranslation('resource');
  return (
    <>
      {rows.length > 0 && (
        <ul className="rb-names">
          {rows.slice(0, SHOWN).map((row) => (
            <li key={scope.key(row).id}>{scope.nameOf(row)}</li>
          ))}
          {rows.length > SHOWN && <li>{t('bulk.andMore', { count: rows.length - SHOWN })}</li>}
        </ul>
      )}
      {excluded > 0 && <p className="rb-warn">{t('bulk.excluded', { count: excluded })}</p>}
    </>
  );
}
