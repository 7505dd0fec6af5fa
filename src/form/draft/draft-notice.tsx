import type { Draft } from './drafts.ts';
import { short } from '#cells/date-cell.tsx';
import { useForm } from '#form/form-context.ts';

type Props = { draft: Draft; onRestore: () => void; onDiscard: () => void };

/** Offers what was not saved on an earlier visit. */
export function DraftNotice({ draft, onRestore, onDiscard }: Props) {
  const { t } = useForm();
  return (
    <div className="wf-notice" role="status">
      <span>{t('draft.found', { time: short(new Date(draft.savedAt)) })}</span>
      <button type="button" className="btn btn-primary btn-small" onClick={onRestore}>
        {t('draft.restore')}
      </button>
      <button type="button" className="btn btn-small" onClick={onDiscard}>
        {t('draft.discard')}
      </button>
    </div>
  );
}
