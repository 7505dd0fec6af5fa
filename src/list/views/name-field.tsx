import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_NAME, nameProblem, type SavedViews } from './saved-views.ts';

type Props = {
  saved: SavedViews;
  /** The name so far, where a view gets another. */
  before?: string;
  label?: string;
  action: string;
  onName: (name: string) => void;
  onCancel?: () => void;
};

/** A name for a view; why it cannot have it stands below. */
export function NameField({ saved, before, label, action, onName, onCancel }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const [name, setName] = useState(before ?? '');
  const [asked, setAsked] = useState(false);
  const problem = asked ? nameProblem(saved, name, before) : undefined;
  return (
    <form
      className="rv-name"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (nameProblem(saved, name, before)) return;
        onName(name.trim());
        setName('');
        setAsked(false);
      }}
    >
      {label !== undefined && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        className="input"
        aria-label={label === undefined ? t('saved.name') : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-error`}
        placeholder={t('saved.name')}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !onCancel) return;
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <button type="submit" className="btn">
        {action}
      </button>
      {problem && (
        <p id={`${id}-error`} role="alert">
          {t(`saved.problem.${problem}`)}
        </p>
      )}
    </form>
  );
}
