import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { place } from './place.ts';
import './combobox.css';

type ComboboxProps = {
  id: string;
  options: string[];
  /** Index of the option; -1 for none. */
  chosen: number;
  /** undefined takes the choice back. */
  onChoose: (index: number | undefined) => void;
  onBlur?: (() => void) | undefined;
  placeholder: string;
  /** May be left open. */
  clearable: boolean;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
};

/** Options beyond which one types to find one. */
const FEW = 8;

/** One of several, as the ARIA practices' combobox: the field keeps the focus, its list opens in the top layer. */
export function Combobox({
  id,
  options,
  chosen,
  onChoose,
  onBlur,
  clearable,
  labelledBy,
  describedBy,
  ...state
}: ComboboxProps): ReactNode {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(-1);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const wanted = typed?.trim().toLowerCase() ?? '';
  const shown = options.flatMap((label, index) => (label.toLowerCase().includes(wanted) ? [index] : []));
  const searches = options.length > FEW;

  const show = (at = chosen): void => {
    if (state.disabled === true) return;
    setActive(Math.max(at, 0));
    setOpen(true);
  };
  const hide = (): void => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (index: number | undefined): void => {
    hide();
    if (index !== chosen) onChoose(index);
  };
  const move = (to: number): void => setActive(shown.at(to % shown.length) ?? -1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = shown.indexOf(active);
    if (!open) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter' || (event.key === ' ' && !searches)) show();
      else if (event.key === 'Delete' && clearable) return choose(undefined);
      else return;
    } else if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at < 1 ? -1 : at - 1);
    else if (event.key === 'Enter' || (event.key === ' ' && !searches)) choose(at >= 0 ? active : chosen < 0 ? undefined : chosen);
    else if (event.key === 'Escape') hide();
    else if (event.key === 'Home' && !searches) move(0);
    else if (event.key === 'End' && !searches) move(-1);
    else return;
    event.preventDefault();
    // an Enter would send the form, an Escape would close the drawer
    event.stopPropagation();
  };

  return (
    <span className="combo">
      <input
        ref={field}
        id={id}
        className="combo-field caret"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-haspopup="listbox"
        aria-autocomplete={searches ? 'list' : 'none'}
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={state.invalid || undefined}
        aria-required={state.required || undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={!searches}
        disabled={state.disabled}
        placeholder={chosen < 0 ? state.placeholder : options[chosen]}
        value={typed ?? (open && searches ? '' : (options[chosen] ?? ''))}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => (open && !searches ? hide() : show())}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          const text = target.value;
          setTyped(text);
          const first = options.findIndex((label) => label.toLowerCase().includes(text.trim().toLowerCase()));
          setActive(first);
          setOpen(true);
        }}
        onBlur={() => {
          hide();
          onBlur?.();
        }}
      />
      {clearable && chosen >= 0 && state.disabled !== true && (
        <button
          type="button"
          className="combo-clear"
          tabIndex={-1}
          aria-label={t('ui.clear')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(undefined)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {open && (
        <List id={listId} labelledBy={labelledBy} field={field} onAway={hide}>
          {shown.map((index) => (
            <li
              key={index}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              data-active={index === active || undefined}
              onClick={() => choose(index)}
            >
              {options[index]}
            </li>
          ))}
          {shown.length === 0 && <li role="presentation">{t('ui.nothing')}</li>}
        </List>
      )}
    </span>
  );
}

type ListProps = {
  id: string;
  labelledBy: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  onAway: () => void;
  children: ReactNode;
};

function List({ id, labelledBy, field, onAway, children }: ListProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const panel = list.current;
    const at = field.current;
    if (!panel || !at) return;
    panel.style.minWidth = `${at.offsetWidth}px`;
    panel.showPopover();
    place(panel, at.getBoundingClientRect());
  }, [field]);
  // the active option stays in sight
  useLayoutEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  });
  useLayoutEffect(() => {
    // the list follows its field, also when an error that appears above moves it, until that is out of sight
    const onScroll = ({ target }: Event): void => {
      const at = field.current;
      // only what carries the field along: a long text scrolls back in its own field when that is left
      if (!(target instanceof Node) || !list.current || !at || target === at || !target.contains(at)) return;
      const here = at.getBoundingClientRect();
      const visible = target instanceof Element ? target.getBoundingClientRect() : { top: 0, bottom: innerHeight };
      if (here.bottom < visible.top || here.top > visible.bottom) onAway();
      else place(list.current, here);
    };
    document.addEventListener('scroll', onScroll, true);
    return () => document.removeEventListener('scroll', onScroll, true);
  }, [field, onAway]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-labelledby={labelledBy}
      popover="manual"
      className="combo-list"
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </ul>
  );
}
