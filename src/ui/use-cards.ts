import { useSyncExternalStore } from 'react';

const narrow = (): MediaQueryList => matchMedia('(max-width: 640px)');

/** Too narrow for a table: rows are cards. */
export function useCards(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

function subscribe(listener: () => void): () => void {
  const media = narrow();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
