import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './menu-button.css';

export type MenuItem = {
  key: string;
  label: ReactNode;
  /** One of several: shown with a mark when chosen. */
  checked?: boolean;
  /** Heading above this item. */
  heading?: string;
  disabled?: boolean;
  /** A line above this item. */
  separated?: boolean;
  lang?: string;
  onSelect: () => void;
};

type MenuButtonProps = {
  /** Accessible name of the button. */
  label: string;
  items: MenuItem[];
  children: ReactNode;
  /** Above the items. */
  header?: ReactNode;
  className?: string;
};

/** A button that opens a menu: arrows, Home, End and Escape as the ARIA practices say. */
export function MenuButton({ label, items, children, header, className = 'top-button' }: MenuButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    focusItem(root.current, 0);
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (step !== undefined) moveFocus(root.current, step);
    else if (event.key === 'Home') focusItem(root.current, 0);
    else if (event.key === 'End') focusItem(root.current, -1);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && (
        <div className="menu-panel">
          {header}
          {/* focus is on the items, which hand their keys up */}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {items.map((item) => (
              <Item key={item.key} item={item} close={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }): ReactNode {
  const { label, checked, heading, disabled, separated, lang, onSelect } = item;
  return (
    <>
      {separated === true && <hr className="menu-line" />}
      {heading !== undefined && (
        <p className="menu-heading" role="presentation">
          {heading}
        </p>
      )}
      <button
        type="button"
        role={checked === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={checked}
        aria-disabled={disabled}
        className="menu-item"
        tabIndex={-1}
        lang={lang}
        onClick={() => {
          if (disabled === true) return;
          close();
          onSelect();
        }}
      >
        <span className="menu-mark">{checked === true && <Icon name="check" size={14} />}</span>
        {label}
      </button>
    </>
  );
}

function itemsOf(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
}

function focusItem(root: HTMLElement | null, index: number): void {
  itemsOf(root).at(index)?.focus();
}

function moveFocus(root: HTMLElement | null, step: number): void {
  const items = itemsOf(root);
  const at = items.findIndex((item) => item === document.activeElement);
  items.at((at + step) % items.length)?.focus();
}
