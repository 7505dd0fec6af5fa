import type { NavigateFunction } from 'react-router';
import { readContext } from '#api/context.ts';
import { confirmLeave } from '#resource/form/dirty-guard.ts';
import { queryClient } from '#app/query-client.ts';
import { enterTenant } from '#app/tenancy.ts';

let switching = false;

/**
 * Goes to where the new mode or company begins, then applies it. A form with unsaved changes
 * may keep the operator where he is, and then nothing changes.
 */
export async function switchContext(navigate: NavigateFunction, path: string, apply: () => void): Promise<void> {
  if (!(await confirmLeave())) return;
  switching = true;
  try {
    // on screen before the mode changes, or the page left behind would find itself closed
    await navigate(path, { flushSync: true });
  } finally {
    switching = false;
  }
  if (window.location.pathname + window.location.search !== path) return;
  const { companyId } = readContext();
  apply();
  enterTenant(queryClient, companyId);
}

/** A page of the new mode may already be on screen. */
export function isSwitching(): boolean {
  return switching;
}
