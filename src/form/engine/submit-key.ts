import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd with Enter does from anywhere in a form what its main button does. */
export function submitsByKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.nativeEvent.isComposing)
    return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
