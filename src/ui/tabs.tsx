import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

export type Tab = { key: string; label: ReactNode };
type Props = { label: string; tabs: Tab[]; shown: string; onShow: (key: string) => void; children: ReactNode };

/** One tab is in the tab order; arrow keys move between them. */
export function Tabs({ label, tabs, shown, onShow, children }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const at = tabs.findIndex(({ key }) => key === shown);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onShow(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="rtabs">
        {tabs.map(({ key, label: name }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === shown}
            aria-controls={key === shown ? `${id}-panel` : undefined}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => onShow(key)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} className="rtabs-panel">
        {children}
      </div>
    </>
  );
}
