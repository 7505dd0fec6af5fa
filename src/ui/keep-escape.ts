import type { KeyboardEvent } from 'react';

/** The Escape that closes a dialog or a menu is not for the drawer below it, which listens at the window. */
export function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}
