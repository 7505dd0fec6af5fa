import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isPlayed } from '#api/mutator.ts';
import { chunk } from '#api/chunk.ts';
import { prune } from '#domain/document.ts';
import { useDerived, useForm } from '#form/form-context.ts';
import { diff } from '#history/diff.ts';
import { type Compared, DiffTable, visibleChanges } from '#history/diff-table.tsx';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { ApplyChoice } from './apply-choice.tsx';
import { textOfChanges } from './text-of-changes.ts';

const DeleteTask = lazy(() => chunk(() => import('#page/tasks/delete-task.tsx')).then((module) => ({ default: module.DeleteTask })));

const HistoryView = lazy(() => chunk(() => import('#history/history-view.tsx')).then((module) => ({ default: module.HistoryView })));

type Props = { scope: WholeScope; /** Absent: a new one. */ item?: Row; onGone?: () => void; onRestored?: () => void };

/** The item as a whole: what saving would change, in words and as text; another like it; its end. */
export function Lifecycle({ scope, item, onGone, onRestored }: Props): ReactNode {
  const { t } = useTranslation('steps');
  const { store, root, labels, mode } = useForm();
  const doc = useDerived('', () => store.document());
  const of: Compared = { root, labels, language: scope.language };
  const before = item === undefined ? {} : (prune(root, store.base(), mode) ?? {});
  const changes = visibleChanges(of, diff(root, before, prune(root, doc, mode) ?? {}));
  const [asText, setAsText] = useState(false);
  return (
    <div className="fp-lifecycle">
      <section data-testid="preview">
        <h3>{t(item === undefined ? 'lifecycle.create' : 'lifecycle.change')}</h3>
        {changes.length === 0 ? (
          <p className="wf-help">{t(item === undefined ? 'lifecycle.empty' : 'lifecycle.same')}</p>
        ) : (
          <>
            <div className="fp-views" role="group" aria-label={t(item === undefined ? 'lifecycle.create' : 'lifecycle.change')}>
              {([false, true] as const).map((text) => (
                <button
                  key={String(text)}
                  type="button"
                  className="btn btn-small"
                  aria-pressed={asText === text}
                  onClick={() => setAsText(text)}
                >
                  {t(text ? 'lifecycle.text' : 'lifecycle.words')}
                </button>
              ))}
            </div>
            {asText ? (
              // long lines scroll, and whoever has no mouse scrolls with the keys
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <pre className="fp-text" tabIndex={0} role="region" aria-label={t('lifecycle.text')}>
                {textOfChanges(root, changes)}
              </pre>
            ) : (
              <DiffTable of={of} changes={changes} />
            )}
          </>
        )}
      </section>
      {item && changes.length > 0 && <ApplyChoice />}
      {item && <Versions scope={scope} item={item} onRestored={onRestored} />}
      {item && <Ends scope={scope} item={item} onGone={onGone} />}
    </div>
  );
}

/** Earlier versions, to compare and to go back to; read once they are asked for. */
function Versions({ scope, item, onRestored }: Pick<Props, 'scope'> & { item: Row; onRestored: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('steps');
  const [open, setOpen] = useState(false);
  if (!isPlayed('history')) return null;
  return (
    <details className="fp-versions" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('lifecycle.versions')}</summary>
      {open && (
        <Suspense fallback={null}>
          <HistoryView scope={scope} item={item} id={scope.key(item).id} {...(onRestored && { onRestored })} />
        </Suspense>
      )}
    </details>
  );
}

function Ends({ scope, item, onGone }: { scope: WholeScope; item: Row; onGone: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('steps');
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { id } = scope.key(item);
  return (
    <>
      {scope.can(scope.create) && (
        <section>
          <p className="wf-help">{t('lifecycle.copyHint')}</p>
          <button type="button" className="btn" onClick={() => void navigate(`${scope.resource.route}/new?copy=${encodeURIComponent(id)}`)}>
            {t('lifecycle.copy')}
          </button>
        </section>
      )}
      {scope.can(scope.remove, item) && (
        <section>
          <p className="wf-help">{t('lifecycle.deleteHint')}</p>
          <button type="button" className="btn btn-danger" onClick={() => setDeleting(true)}>
            {t('lifecycle.delete')}
          </button>
        </section>
      )}
      {deleting && (
        <Suspense fallback={null}>
          <DeleteTask scope={scope} rows={[item]} onClose={() => setDeleting(false)} onGone={() => onGone?.()} />
        </Suspense>
      )}
    </>
  );
}
