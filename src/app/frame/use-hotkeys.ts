import { useEffect } from 'react';
import { isSingleKey } from '#ui/single-keys.ts';
import { focusNotice } from '#ui/toasts.tsx';
import { openOverlay } from '#app/base/overlays.ts';

/** Ctrl or Cmd with K searches everything, F8 goes to the newest notice, `?` tells the keys. */
export function useHotkeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        // a question that waits for its answer comes first
        if (document.querySelector('dialog[open]') !== null) return;
        event.preventDefault();
        openOverlay('palette');
      } else if (event.key === 'F8' && document.querySelector('dialog[open]') === null) {
        if (focusNotice()) event.preventDefault();
      } else if (event.key === '?' && isSingleKey(event)) {
        event.preventDefault();
        openOverlay('help');
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
