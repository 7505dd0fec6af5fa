import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Popup } from './popup.tsx';
import './menu-button.css';

export type MenuItem = {
  key: string;
  label: ReactNode;
  /** One of several: shown with a mark when chosen. */
  checked?: boolean;
  /** Heading above this item. */
  heading?: string;
  disabled?: boolean;
  danger?: boolean;
  /** A line above this item. */
  separated?: boolean;
  lang?: string;
  onSelect: () => void;
};

type MenuButtonProps = {
  /** Accessible name of the button, where its content is none. */
  label?: string;
  /** Asked when the menu opens. */
  items: () => MenuItem[];
  children: ReactNode;
  /** Above the items. */
  header?: ReactNode;
  className?: string;
};

/** A button that opens a menu: arrows, Home, End and Escape as the ARIA practices say. */
export function MenuButton({ label, items, children, header, className }: MenuButtonProps): ReactNode {
  return (
    <Popup role="menu" name={label} button={children} className={className}>
      {(close) => (
        <>
          {header}
          <Items items={items()} close={close} />
        </>
      )}
    </Popup>
  );
}

function Items({ items, close }: { items: MenuItem[]; close: () => void }): ReactNode {
  const marked = items.some(({ checked }) => checked !== undefined);
  return items.map(({ key, label, checked, heading, disabled, danger, separated, lang, onSelect }) => (
    <div key={key} role="presentation">
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
        disabled={disabled}
        className="menu-item"
        data-danger={danger || undefined}
        tabIndex={-1}
        lang={lang}
        onClick={() => {
          close();
          onSelect();
        }}
      >
        {marked && <span className="menu-mark">{checked === true && <Icon name="check" size={14} />}</span>}
        {label}
      </button>
    </div>
  ));
}
