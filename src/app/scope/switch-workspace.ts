import { useLayoutEffect } from 'react';
import { useLocation, type NavigateFunction } from 'react-router';
import { readWorkspace } from '#api/workspace.ts';
import { confirmLeave } from '#form/draft/dirty-guard.ts';
import { queryClient } from '#app/base/query-client.ts';
import { enterTenant } from './tenancy.ts';

/** A page that takes longer to appear is not waited for. */
const patience = 5000;

let switching = false;
let shown = '';
const waiting = new Set<() => void>();

/**
 * Goes to where the new mode or company begins, then applies it. A form with unsaved changes
 * may keep the operator where he is, and then nothing changes.
 */
export async function switchWorkspace(navigate: NavigateFunction, path: string, apply: () => void): Promise<void> {
  if (!(await confirmLeave())) return;
  switching = true;
  try {
    await navigate(path, { flushSync: true });
    // on screen before the mode changes, or the page left behind would find itself closed
    await untilShown(path);
  } finally {
    switching = false;
  }
  if (window.location.pathname + window.location.search !== path) return;
  const { companyId } = readWorkspace();
  apply();
  enterTenant(queryClient, companyId);
}

/** A page of the new mode may already be on screen. */
export function isSwitching(): boolean {
  return switching;
}

/** Tells, once in the shell, which address is on screen now. */
export function useShownAddress(): void {
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    shown = pathname + search;
    for (const look of waiting) look();
  }, [pathname, search]);
}

function untilShown(path: string): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      waiting.delete(look);
      clearTimeout(timer);
      done();
    };
    const look = (): void => {
      if (shown === path) stop();
    };
    const timer = setTimeout(stop, patience);
    waiting.add(look);
    look();
  });
}
