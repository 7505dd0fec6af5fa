import { useTranslation } from 'react-i18next';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';

const SHOWN = 10;

type Props = {
  scope: Scope;
  rows: Row[];
  /** Left out for want of rights. */
  excluded?: number;
  /** Left out because the action does not fit them. */
  unfit?: number | undefined;
};

/** Which rows a bulk call is about, and how many were left out. */
export function Names({ scope, rows, excluded = 0, unfit = 0 }: Props) {
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
      {unfit > 0 && <p className="rb-warn">{t('bulk.unfit', { count: unfit })}</p>}
    </>
  );
}
