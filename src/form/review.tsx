import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { prune } from '#domain/document.ts';
import type { Json } from '#domain/model.ts';
import { ReferenceList, useReferences } from '#resource/references-view.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { FormError } from '#form/engine/errors.ts';
import type { FormScope } from './form-context.ts';
import { submitsByKey } from '#form/engine/submit-key.ts';
import { diff } from '#history/diff.ts';
import { type Compared, DiffTable, visibleChanges } from '#history/diff-table.tsx';

type Props = {
  scope: Pick<FormScope, 'root' | 'labels' | 'resourceName' | 't'>;
  id: string;
  base: Json;
  doc: Json;
  /** What saving asks; whoever saves from here has answered. */
  questions: readonly FormError[];
  busy: boolean;
  onSave: () => void;
  onBack: () => void;
};

/** What a save would change, what it would ask and what uses the item, before it is done. The backend has tried it already. */
export function Review({ scope, id, base, doc, questions, busy, onSave, onBack }: Props) {
  const { root, labels, resourceName, t } = scope;
  const { language } = useWorkspace();
  const of: Compared = { root, labels, language };
  const changes = visibleChanges(of, diff(root, prune(root, base, 'update') ?? {}, prune(root, doc, 'update') ?? {}));
  return (
    <Dialog
      wide
      title={t('review.title', { count: changes.length })}
      onClose={onBack}
      footer={
        <>
          <button type="button" className="btn" onClick={onBack}>
            {t('conflict.back')}
          </button>
          <button
            type="button"
            className="btn btn-primary"
            data-focus
            disabled={busy || changes.length === 0}
            aria-busy={busy}
            onClick={onSave}
          >
            {t('save')}
          </button>
        </>
      }
    >
      {/* the keys of the form hold here too */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="rb" onKeyDown={(event) => submitsByKey(event) && !busy && changes.length > 0 && onSave()}>
        {questions.length > 0 && (
          <div className="rb-warn" role="alert">
            <p>{t('review.asks')}</p>
            <ul className="wf-questions">
              {questions.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {changes.length === 0 ? <p>{t('review.none')}</p> : <DiffTable of={of} changes={changes} />}
        {resourceName !== undefined && id !== '' && <UsedBy resource={resourceName} id={id} />}
      </div>
    </Dialog>
  );
}

function UsedBy({ resource, id }: { resource: string; id: string }) {
  const { t } = useTranslation('form');
  const { language } = useWorkspace();
  const { references } = useReferences(resource, id);
  if (!references) return null;
  if (references.total === 0) return <p className="rd-none">{t('review.unused')}</p>;
  return (
    <details className="wf-uses">
      <summary>{t('review.usedBy', { count: references.total })}</summary>
      <ReferenceList references={references} scope={{ language }} />
    </details>
  );
}
