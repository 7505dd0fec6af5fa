import { useDerived, useForm } from './form-context.ts';

type Props = {
  busy: boolean;
  submitLabel: string | undefined;
  /** first: the main button shows what changes, and saving comes after; offered: it may be asked for. */
  reviews: 'never' | 'offered' | 'first';
  onReview: () => void;
  onCancel: () => void;
};

export function Footer({ busy, submitLabel, reviews, onReview, onCancel }: Props) {
  const { store, mode, t } = useForm();
  const dirty = useDerived('', () => store.isDirty());
  return (
    // the field keeps the focus: messages that come and go as it is left would move the button away under the pointer
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="wf-footer" onMouseDown={(event) => event.preventDefault()}>
      <span className="wx-note" aria-live="polite">
        {dirty ? t('unsaved') : ''}
      </span>
      <button type="button" className="btn" onClick={onCancel}>
        {t('cancel')}
      </button>
      {reviews === 'offered' && dirty && (
        <button type="button" className="btn" disabled={busy} onClick={onReview}>
          {t('review.action')}
        </button>
      )}
      <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
        {reviews === 'first' ? t('review.action') : (submitLabel ?? t(mode === 'create' ? 'create' : 'save'))}
      </button>
    </div>
  );
}
