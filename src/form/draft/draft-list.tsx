import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import { useSession } from '#api/token.ts';
import { useWorkspace } from '#api/workspace.ts';
import { deleteDraft, listDrafts, type Draft } from './drafts.ts';
import { short } from '#cells/date-cell.tsx';
import '#form/form.css';

type Props = {
  /** Those of new ones of this resource alone, where the operator works now; nothing where there are none. */
  of?: string;
  onOpen: (draft: Draft) => void;
};

/** The operator's unsaved work in this browser: where it is, and away with it. */
export function DraftList({ of, onOpen }: Props) {
  const { t } = useTranslation('form');
  const { resources } = useModel();
  const { language, companyId, mode } = useWorkspace();
  const client = useQueryClient();
  const user = useSession()?.username ?? '';
  const queryKey = ['drafts', user];
  // what was saved since somebody looked last is no draft any more: nothing is shown before it is read
  const { data: all } = useQuery({ queryKey, queryFn: () => listDrafts(user), staleTime: 0, gcTime: 0 });
  const here = companyId ?? mode;
  const drafts = of === undefined ? all : all?.filter(({ resource, id, company }) => resource === of && id === '' && company === here);
  const remove = async (draft: Draft): Promise<void> => {
    await deleteDraft(draft);
    await client.invalidateQueries({ queryKey });
  };
  if (!drafts || (of !== undefined && drafts.length === 0)) return null;
  return (
    <section aria-label={t('draft.title')}>
      {of !== undefined && <h2>{t('draft.goOn')}</h2>}
      <p className="wf-help">{t('draft.kept')}</p>
      {drafts.length === 0 && <p>{t('draft.empty')}</p>}
      <ul className="wf-drafts">
        {drafts.map((draft) => {
          const title = resources[draft.resource]?.title[language] ?? draft.resource;
          const name = draft.title === title ? title : `${title} ${draft.title}`;
          return (
            <li key={draft.key}>
              <span>
                {name}
                <small>{short(new Date(draft.savedAt))}</small>
              </span>
              <button
                type="button"
                className="btn btn-small"
                disabled={draft.company !== here}
                title={draft.company === here ? undefined : t('draft.elsewhere')}
                aria-label={t('draft.openNamed', { name })}
                onClick={() => onOpen(draft)}
              >
                {t('draft.open')}
              </button>
              <button
                type="button"
                className="btn btn-small btn-warn"
                onClick={() => void remove(draft)}
                aria-label={t('draft.delete', { name })}
              >
                {t('remove')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
