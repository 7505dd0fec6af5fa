import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import './popup.css';

type Props = {
  /** The button's content and class. */
  button: ReactNode;
  className?: string;
  name?: string;
  role: 'menu' | 'dialog';
  children: (close: () => void) => ReactNode;
};

/** A panel under its button, in the top layer: Escape and a click elsewhere close it. Its content is built when it opens. */
export function Popup({ button, className = 'btn', name, role, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // the browser gives the focus back to the button
  const close = (): void => document.getElementById(id)?.hidePopover();

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={name}
        title={name}
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        popoverTarget={id}
      >
        {button}
      </button>
      {/* the keys of a menu; a dialog's own controls handle theirs */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        id={id}
        popover="auto"
        className="rpop"
        role={open ? role : undefined}
        aria-label={open ? name : undefined}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => {
          if (event.newState !== 'open' || !trigger.current) return;
          place(event.currentTarget, trigger.current.getBoundingClientRect());
          controls(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={role === 'menu' ? moveFocus : undefined}
      >
        {open && children(close)}
      </div>
    </>
  );
}

export type MenuItem = { key: string; label: string; danger?: boolean; disabled?: boolean; onChoose: () => void };

type MenuProps = Pick<Props, 'button' | 'className' | 'name'> & { items: () => MenuItem[] };

export function MenuButton({ items, ...button }: MenuProps) {
  return (
    <Popup role="menu" {...button}>
      {(close) =>
        items().map(({ key, label, danger, disabled, onChoose }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={disabled}
            data-danger={danger || undefined}
            onClick={() => {
              close();
              onChoose();
            }}
          >
            {label}
          </button>
        ))
      }
    </Popup>
  );
}

const GAP = 4;
const EDGE = 8;

/** Below the button, or above it where there is no room; within the window. */
function place(panel: HTMLElement, at: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
  const below = at.bottom + GAP + height <= innerHeight - EDGE || at.top < height;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(EDGE, below ? at.bottom + GAP : at.top - GAP - height)}px`;
}

function controls(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]')];
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const all = controls(event.currentTarget);
  all[(all.indexOf(document.activeElement as HTMLElement) + by + all.length) % all.length]?.focus();
  event.preventDefault();
}
