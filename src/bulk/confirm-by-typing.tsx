import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** What has to be typed first. */
  typed: string | undefined;
  /** It stands where something else had the focus. */
  takesFocus?: true;
  onSubmit: () => void;
  cancel: ReactNode;
  /** Name of the button that answers; none: there is nothing to do. */
  verb: string | undefined;
  danger: boolean | undefined;
  disabled?: boolean;
  children?: ReactNode;
};

/** A question that is answered by a button, or by typing what it is about and then the button. */
export function ConfirmByTyping({ typed, takesFocus, onSubmit, cancel, verb, danger, disabled = false, children }: Props) {
  const { t } = useTranslation('resource');
  const [text, setText] = useState('');
  const ready = typed === undefined || text.trim() === typed;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={form}
      className="rb"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSubmit();
      }}
    >
      {children}
      {typed !== undefined && (
        <label className="rb-typed">
          {t('bulk.typed', { text: typed })}
          <input
            className="input"
            data-focus
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      <div className="rb-buttons">
        {cancel}
        {verb !== undefined && (
          <button
            type="submit"
            className={danger ? 'btn btn-danger' : 'btn btn-primary'}
            data-focus={!danger || undefined}
            disabled={!ready || disabled}
          >
            {verb}
          </button>
        )}
      </div>
    </form>
  );
}
