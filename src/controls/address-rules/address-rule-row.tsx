import { memo, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DUPLICATE, ERROR, OVERLAP } from './line-set.ts';
import { TextControl } from '#controls/text/text-control.tsx';
import { textOf } from '#cells/cell.ts';
import { Icon } from '#ui/icon.tsx';

export type RowActions = {
  change: (index: number, text: string) => void;
  remove: (index: number) => void;
  insertBelow: (index: number) => void;
  /** Puts the focus on the row above (-1) or below (1). */
  step: (index: number, by: -1 | 1) => void;
  paste: (index: number, text: string) => void;
  leave: () => void;
};

type Props = { id: string; index: number; text: string; flag: number; disabled: boolean | undefined; actions: RowActions };

/** One rule: Enter goes on to a new line below, the arrows to the neighbours, Backspace in an empty line removes it. */
export const AddressRuleRow = memo(function AddressRuleRow({ id, index, text, flag, disabled, actions }: Props) {
  const { t } = useTranslation('widgets');
  const line = index + 1;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      target.blur();
      actions.insertBelow(index);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      actions.step(index, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Backspace' && target.value === '') {
      event.preventDefault();
      actions.step(index, -1);
      actions.remove(index);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]./.test(pasted)) return;
    event.preventDefault();
    actions.paste(index + (text === '' ? 0 : 1), pasted);
  };
  const tone = flag & ERROR ? 'danger' : flag & DUPLICATE ? 'warning' : flag & OVERLAP ? 'info' : undefined;
  return (
    <div className="wr-row" data-tone={tone} onPaste={onPaste}>
      <span className="wr-number" aria-hidden>
        {line}
      </span>
      <TextControl
        id={id}
        label={t('rules.line', { line })}
        className="wx-mono"
        value={text}
        show={textOf}
        read={(typed) => typed}
        onChange={(next) => actions.change(index, textOf(next))}
        onBlur={actions.leave}
        disabled={disabled}
        invalid={(flag & ERROR) !== 0}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="wx-button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={t('rules.remove', { line })}
        onClick={() => actions.remove(index)}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
});
