import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { keepEscape } from './keep-escape.ts';
import { place } from './place.ts';
import './popup.css';

export type PopupProps = {
  /** The button's content. */
  button: ReactNode;
  className?: string | undefined;
  /** Accessible name of the button, where its content is none. */
  name?: string | undefined;
  /** Id of the button, and of its label: what a field's control has. */
  id?: string | undefined;
  labelledBy?: string | undefined;
  /** The button shows a value, and is read out with it. */
  holdsValue?: true;
  disabled?: boolean | undefined;
  role: 'menu' | 'dialog';
  panelName?: string | undefined;
  panelClassName?: string | undefined;
  children: (close: () => void) => ReactNode;
};

/** A panel under its button, in the top layer: Escape and a click elsewhere close it. Its content is built when it opens. */
export function Popup({ button, className = 'btn', name, id, labelledBy, holdsValue, disabled, role, ...panel }: PopupProps): ReactNode {
  const ownId = useId();
  const panelId = `${ownId}-panel`;
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // the browser gives the focus back to the button
  const close = (): void => document.getElementById(panelId)?.hidePopover();

  return (
    <>
      <button
        ref={trigger}
        type="button"
        id={id ?? ownId}
        className={className}
        aria-label={name}
        aria-labelledby={labelledBy}
        title={name}
        role={holdsValue && 'combobox'}
        disabled={disabled}
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        popoverTarget={panelId}
        onKeyDown={(event) => {
          // as it stands, not as it was rendered: the browser tells later that it has closed, and the next Escape is another's
          const shown = document.getElementById(panelId);
          if (shown?.matches(':popover-open')) return keepEscape(event);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          shown?.showPopover({ source: event.currentTarget });
        }}
      >
        {button}
      </button>
      {/* the keys of a menu; a dialog's own controls handle theirs */}
      <div
        id={panelId}
        popover="auto"
        className={panel.panelClassName === undefined ? 'popup' : `popup ${panel.panelClassName}`}
        role={open ? role : undefined}
        aria-label={open ? panel.panelName : undefined}
        aria-labelledby={open && panel.panelName === undefined ? (labelledBy ?? id ?? ownId) : undefined}
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={(event) => {
          // not before it has closed: the focus goes back only from content that is still there
          if (event.newState !== 'open') return setOpen(false);
          if (!trigger.current) return;
          if (!CSS.supports('position-area: block-end')) place(event.currentTarget, trigger.current.getBoundingClientRect());
          controls(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={(event) => {
          keepEscape(event);
          if (role === 'menu') moveFocus(event);
        }}
      >
        {open && panel.children(close)}
      </div>
    </>
  );
}

/** Up and down go from one control to the next, Home and End to the first and last: for menus and lists of boxes. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = controls(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  // in a text these keys are the text's
  if (/^(Home|End)$/.test(event.key) && (event.target as HTMLElement).matches('[type="search"]')) return;
  const to = { ArrowDown: (at + 1) % all.length, ArrowUp: at < 1 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  all.at(to)?.focus();
  event.preventDefault();
}

function controls(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]')];
}
