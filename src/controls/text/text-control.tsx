import { useEffect, useId, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react';
import type { Json } from '#domain/model.ts';
import { afterPress } from '#controls/after-press.ts';
import { addPending, dropPending } from '#controls/pending.ts';
import { useLatest } from '#ui/use-latest.ts';
import type { ControlProps } from '#controls/control.ts';
import '#controls/control.css';

const DELAY = 250;

type Reading = {
  /** What is typed, as a value; undefined for nothing. An unreadable text is handed on as text: the validator names it. */
  read: (text: string) => Json | undefined;
  show: (value: Json | undefined) => string;
};

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'type' | 'placeholder' | 'autoComplete' | 'list' | 'spellCheck' | 'maxLength'
>;

type Props = Pick<ControlProps, 'id' | 'value' | 'onChange' | 'onBlur' | 'disabled' | 'invalid' | 'required' | 'describedBy'> &
  Reading &
  Input & {
    label?: string | undefined;
    suffix?: ReactNode;
    rows?: number;
    className?: string;
    onKeyDown?: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };

/** One line of text (or several with `rows`), as a plain element: two hundred of them mount in the time of forty antd inputs. */
export function TextControl({
  id,
  label,
  value,
  read,
  show,
  onChange,
  onBlur,
  disabled,
  invalid,
  required,
  describedBy,
  suffix,
  rows,
  className,
  onKeyDown,
  ...input
}: Props) {
  const draft = useDelayedText({ value, read, show, onChange });
  const suffixId = useId();
  const common = {
    id,
    value: draft.text,
    disabled: disabled,
    'aria-label': label,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
    'aria-describedby': [suffix === undefined ? undefined : suffixId, describedBy].filter(Boolean).join(' ') || undefined,
    onBlur: () => {
      afterPress(() => draft.settle());
      onBlur?.();
    },
  };
  if (rows !== undefined) {
    return (
      <textarea
        {...common}
        rows={rows}
        className={`wx-input wx-area ${className ?? ''}`}
        onKeyDown={onKeyDown}
        onChange={(event) => draft.type(event.target.value)}
        placeholder={input.placeholder}
        spellCheck={input.spellCheck}
      />
    );
  }
  const element = (
    <input
      {...common}
      {...input}
      className={`wx-input ${className ?? ''}`}
      onKeyDown={onKeyDown}
      onChange={(event) => draft.type(event.target.value)}
    />
  );
  if (suffix === undefined) return element;
  return (
    <span className="wx-affix">
      {element}
      <span id={suffixId} className="wx-suffix">
        {suffix}
      </span>
    </span>
  );
}

/** Typed text stays here and is committed after 250 ms without a key, on blur, or when somebody flushes. */
export function useDelayedText({ value, read, show, onChange }: Reading & Pick<ControlProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState<{ text: string; since: Json | undefined; waiting: boolean } | undefined>(undefined);
  const commit = useLatest((text: string) => {
    const next = read(text);
    setTyped({ text, since: next, waiting: false });
    onChange(next);
  });
  const [hold] = useState(() => createHold((text) => commit.current(text)));
  useEffect(() => hold.flush, [hold]);
  // a value that is neither the one being typed over nor the one committed came from elsewhere (undo, draft, merge): it wins
  const stale = typed !== undefined && !typed.waiting && typed.since !== value;
  return {
    text: typed === undefined || stale ? show(value) : typed.text,
    type(text: string) {
      setTyped({ text, since: value, waiting: true });
      hold.keep(text);
    },
    /** On blur the canonical spelling replaces what was typed. */
    settle() {
      hold.flush();
      setTyped(undefined);
    },
  };
}

/** One text on its way: the last one kept is handed on once. */
function createHold(commit: (text: string) => void) {
  let held: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    dropPending(flush);
    if (held === undefined) return;
    const text = held;
    held = undefined;
    commit(text);
  };
  return {
    flush,
    keep(text: string): void {
      held = text;
      clearTimeout(timer);
      timer = setTimeout(flush, DELAY);
      addPending(flush);
    },
  };
}
