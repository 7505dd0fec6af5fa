import { useId, useState, type KeyboardEvent, type ReactNode, type UIEvent } from 'react';
import './pick-list.css';

export type PickOption = {
  key: string;
  label: ReactNode;
  /** At the end of the line, quieter. */
  detail?: ReactNode;
  /** Heading above the first option of the same group. */
  group?: string;
  chosen?: boolean;
};

type PickListProps<T extends PickOption> = {
  /** Name of the search field. */
  label: string;
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  options: T[];
  busy?: boolean;
  /** A word on the list: that it comes, failed, or has nothing. */
  state?: string;
  onPick: (option: T) => void;
  /** The end of the list came near. */
  onMore?: () => void;
  onClose: () => void;
};

/** A search field with what matches it below (ARIA combobox: the field keeps the focus). */
export function PickList<T extends PickOption>(props: PickListProps<T>): ReactNode {
  const { label, listLabel, text, onText, options, busy = false, state = '', onPick, onMore, onClose } = props;
  const [active, setActive] = useState(0);
  const id = useId();
  const at = Math.min(active, options.length - 1);
  const move = (next: number): void => {
    const to = Math.max(0, Math.min(next, options.length - 1));
    setActive(to);
    if (to >= options.length - 2) onMore?.();
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = options[at];
    // a word that is being composed has the keys for itself
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && chosen !== undefined) onPick(chosen);
    else return;
    event.preventDefault();
  };
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 80) onMore?.();
  };
  return (
    <>
      <input
        className="input"
        type="search"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} className="pick-options" role="listbox" aria-label={listLabel} aria-busy={busy} onScroll={onScroll}>
        {options.map((option, index) => [
          option.group !== undefined && option.group !== options[index - 1]?.group && (
            <li key={`${option.group} heading`} role="presentation" className="pick-group">
              {option.group}
            </li>
          ),
          // the field above has the focus and the keys
          <li
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.chosen ?? index === at}
            data-active={index === at}
            data-chosen={option.chosen === true || undefined}
            onClick={() => onPick(option)}
          >
            <span>{option.label}</span>
            {option.detail !== undefined && <span className="pick-detail">{option.detail}</span>}
          </li>,
        ])}
      </ul>
      <p className="pick-state" role="status">
        {state}
      </p>
    </>
  );
}
