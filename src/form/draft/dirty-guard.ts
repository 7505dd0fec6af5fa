import { t } from 'i18next';
import { useEffect } from 'react';
import { confirm } from '#ui/confirm.tsx';
import { flushPending } from '#controls/pending.ts';

/** Forms that are open now, each with the question whether it holds unsaved changes. */
const open = new Set<() => boolean>();

/** Makes the guard know of a form, and the browser ask before the page is left. */
export function useGuarded(isDirty: () => boolean): void {
  useEffect(() => {
    open.add(isDirty);
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      open.delete(isDirty);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
}

/** Whether any open form holds unsaved changes. */
export function hasUnsavedChanges(): boolean {
  flushPending();
  return [...open].some((isDirty) => isDirty());
}

/** Their work is saved elsewhere: nothing is asked when the page goes. */
export function releaseForms(): void {
  open.clear();
}

/** For whoever closes or leaves a form: true at once while nothing is unsaved, else the operator's answer. What is given up is not asked about again. */
export async function confirmLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  const yes = await confirm({
    kind: 'danger',
    title: t('form:leave.title'),
    body: t('form:leave.content'),
    action: t('form:leave.ok'),
    cancel: t('form:leave.stay'),
  });
  if (yes) open.clear();
  return yes;
}
