import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react';
import type { Json } from '#domain/model.ts';
import { addPending, dropPending } from '#widgets/pending.ts';
import type { WidgetProps } from '#widgets/widget.ts';
import './control.css';

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

type Props = Pick<WidgetProps, 'id' | 'value' | 'onChange' | 'onBlur' | 'disabled' | 'invalid' | 'required' | 'describedBy'> &
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
      draft.settle();
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
export function useDelayedText({ value, read, show, onChange }: Reading & Pick<WidgetProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState<{ text: string; since: Json | undefined } | undefined>(undefined);
  const state = useRef<{ text?: string | undefined; timer?: ReturnType<typeof setTimeout> | undefined; flush: () => void }>({
    flush: () => {},
  });
  state.current.flush = () => {
    const { text, timer } = state.current;
    clearTimeout(timer);
    dropPending(flush);
    state.current.timer = undefined;
    if (text === undefined) return;
    state.current.text = undefined;
    const next = read(text);
    setTyped({ text, since: next });
    onChange(next);
  };
  const [flush] = useState(() => () => state.current.flush());
  useEffect(() => flush, [flush]);
  // a value that is neither the one being typed over nor the one committed came from elsewhere (undo, draft, merge): it wins
  const stale = typed !== undefined && state.current.text === undefined && typed.since !== value;
  return {
    text: typed === undefined || stale ? show(value) : typed.text,
    type(text: string) {
      state.current.text = text;
      setTyped({ text, since: value });
      clearTimeout(state.current.timer);
      state.current.timer = setTimeout(flush, DELAY);
      addPending(flush);
    },
    /** On blur the canonical spelling replaces what was typed. */
    settle() {
      flush();
      setTyped(undefined);
    },
  };
}
