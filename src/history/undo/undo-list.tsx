import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import type { UndoRequest200 } from '#generated/client/schemas.ts';

const SHOWN = 50;

/** What taking back a request would do to each item. */
export function UndoList({ undoing: { results, consequences } }: { undoing: UndoRequest200 }) {
  const { t } = useTranslation('resource');
  const { resources } = useModel();
  const { language } = useWorkspace();
  return (
    <>
      <p>{t('undo.body')}</p>
      <ul className="rb-names">
        {results.slice(0, SHOWN).map(({ resource, id, label, outcome }) => (
          <li key={`${resource} ${id}`}>
            {t(`undo.outcome.${outcome}`, { kind: resources[resource]?.title[language] ?? resource, name: label })}
          </li>
        ))}
        {results.length > SHOWN && <li>{t('bulk.andMore', { count: results.length - SHOWN })}</li>}
      </ul>
      {consequences > 0 && <p>{t('undo.consequences', { count: consequences })}</p>}
      <p>{t('undo.secrets')}</p>
    </>
  );
}
