import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoredDocument, type Draft } from './drafts.ts';
import { short } from '#cells/date-cell.tsx';
import { useForm, type Conflict } from '#form/form-context.ts';

type Props = {
  draft: { found: Draft | undefined; take: () => void; dismiss: () => void; discard: () => void };
  /** Of the item as it is now. */
  revision: Draft['revision'];
  /** It opens by itself: of a new one that which the address names. */
  opens: object | undefined;
  slot: string | undefined;
  onConflict: (conflict: Conflict) => void;
};

/** Offers what was not saved on an earlier visit; where it is open already, says so and takes it away. */
export function DraftNotice({ draft: { found, ...draft }, ...props }: Props) {
  return found ? <FoundDraft key={found.savedAt} found={found} draft={draft} {...props} /> : null;
}

type FoundDraftProps = Omit<Props, 'draft'> & { found: Draft; draft: Omit<Props['draft'], 'found'> };

function FoundDraft({ found, draft, revision, opens, slot, onConflict }: FoundDraftProps) {
  const { store, root, mode, t } = useForm();
  // forms that open a draft by themselves are those that go in steps
  const steps = useTranslation('steps').t;
  const fits = found.revision === revision;
  const [opened] = useState(() => opens !== undefined && fits && !store.isDirty() && (mode === 'update' || found.slot === slot));
  const { take } = draft;
  useEffect(() => {
    if (!opened) return;
    take();
    store.replace(restoredDocument(root, found.doc, store.base()));
    // it opens once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const restore = (): void => {
    take();
    draft.dismiss();
    if (fits) store.replace(restoredDocument(root, found.doc, store.base()));
    else onConflict({ base: found.base, mine: found.doc, theirs: store.base(), title: t('draft.outdated') });
  };
  const discard = (): void => {
    if (opened) store.replace(store.base());
    draft.discard();
  };
  const time = short(new Date(found.savedAt));
  return (
    <div className="wf-notice" role="status">
      <span>{opened ? steps('draft', { time }) : t('draft.found', { time })}</span>
      {!opened && (
        <button type="button" className="btn btn-primary btn-small" onClick={restore}>
          {t('draft.restore')}
        </button>
      )}
      <button type="button" className="btn btn-small" onClick={discard}>
        {t('draft.discard')}
      </button>
    </div>
  );
}
