import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlushed } from '#controls/use-flushed.ts';
import type { ControlProps } from '#controls/control.ts';
import { Icon } from '#ui/icon.tsx';

type Props = Pick<ControlProps, 'id' | 'onBlur' | 'disabled' | 'invalid' | 'required' | 'describedBy'> & {
  items: string[];
  onItems: (items: string[]) => void;
  /** What separates items when typed or pasted, besides Enter. */
  separator: RegExp;
  isBad?: (item: string) => boolean;
  placeholder?: string | undefined;
  max?: number | undefined;
};

/** Short texts as chips in one box: Enter or a separator adds, Backspace takes the last one back for editing. */
export function Chips({ id, items, onItems, separator, isBad, placeholder, max, onBlur, disabled, invalid, required, describedBy }: Props) {
  const { t } = useTranslation('widgets');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (typed: string): void => {
    const found = typed
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== '');
    setText('');
    const next = [...new Set([...items, ...found])];
    if (next.length !== items.length) onItems(next);
  };
  useFlushed(text !== '', () => add(text));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && items.length > 0) {
      event.preventDefault();
      setText(items.at(-1) ?? '');
      onItems(items.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (!separator.test(pasted) && !/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    add(`${text}${pasted.replaceAll(/[\r\n]+/g, ';')}`);
  };
  return (
    <div className="wx-input wx-chips" aria-invalid={invalid || undefined} onClick={() => input.current?.focus()}>
      {items.map((item, index) => (
        <span key={`${index}:${item}`} className="wx-chip" data-bad={isBad?.(item) || undefined}>
          {item}
          {!disabled && (
            <button type="button" aria-label={t('removeItem', { item })} onClick={() => onItems(items.toSpliced(index, 1))}>
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      <input
        ref={input}
        id={id}
        value={text}
        disabled={disabled}
        autoComplete="off"
        placeholder={items.length === 0 ? placeholder : undefined}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        aria-describedby={describedBy}
        readOnly={max !== undefined && items.length >= max}
        onChange={(event) => (separator.test(event.target.value) ? add(event.target.value) : setText(event.target.value))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          if (text.trim() !== '') add(text);
          onBlur?.();
        }}
      />
    </div>
  );
}
