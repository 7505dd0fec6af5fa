import { useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf } from '#domain/changes.ts';
import { keepEscape } from './keep-escape.ts';
import './confirm.css';

export type Question = {
  /** plain: a question; danger: a red button; typed: the operator writes `expect` first. */
  kind?: 'plain' | 'danger' | 'typed';
  title: string;
  body?: ReactNode;
  /** Name of the button that does it; the default is 确定 / OK. */
  action?: string;
  cancel?: string;
  expect?: string;
  /** The body is more than a message. */
  wide?: true;
};

type OpenQuestion = Question & { id: number; answer: (yes: boolean) => void };

let openQuestion: OpenQuestion | undefined;
let last = 0;
const changes = changesOf();

/** Asks in a modal dialog; true if confirmed. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      set(undefined);
      resolve(yes);
    };
    set({ ...question, id: ++last, answer });
  });
}

/** Where confirmations appear; once in the shell. */
export function ConfirmHost(): ReactNode {
  const current = useSyncExternalStore(changes.subscribe, () => openQuestion);
  return current === undefined ? null : <ConfirmDialog key={current.id} {...current} />;
}

function ConfirmDialog({ kind = 'plain', title, body, action, cancel, expect, wide, answer }: OpenQuestion): ReactNode {
  const { t } = useTranslation('shell');
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const ready = kind !== 'typed' || typed.trim() === expect;
  return (
    <dialog
      ref={dialog}
      className="confirm"
      data-wide={wide}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onKeyDown={keepEscape}
      onCancel={() => answer(false)}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) answer(true);
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <div id={`${id}-body`} className="confirm-body">
          {body}
        </div>
        {kind === 'typed' && (
          <label className="confirm-typed">
            <span>{t('ui.typeToConfirm', { text: expect })}</span>
            <input
              className="input"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        <div className="confirm-actions">
          {/* what destroys is never one Enter away */}
          <button type="button" className="btn" autoFocus={kind === 'danger'} onClick={() => answer(false)}>
            {cancel ?? t('ui.cancel')}
          </button>
          <button
            type="submit"
            className={kind === 'plain' ? 'btn btn-primary' : 'btn btn-danger'}
            autoFocus={kind === 'plain'}
            disabled={!ready}
          >
            {action ?? t('ui.ok')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function set(next: OpenQuestion | undefined): void {
  openQuestion = next;
  changes.publish();
}
