import { t } from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';
import { confirm } from '#ui/confirm.tsx';
import { flushPending } from '#controls/pending.ts';

/** Forms that are open now, each with the question whether it holds unsaved changes. */
const open = new Set<() => boolean>();
/** Those that the operator goes away from: they stand until the next page is drawn, and do nothing any more. */
const left = new Set<() => boolean>();
const changes = changesOf();

/** Makes the guard know of a form, and the browser ask before the page is left. Answers whether it was left. */
export function useGuarded(isDirty: () => boolean): boolean {
  useEffect(() => {
    open.add(isDirty);
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      open.delete(isDirty);
      left.delete(isDirty);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
  return useSyncExternalStore(changes.subscribe, () => left.has(isDirty));
}

/** Whether the operator goes away from this form, before it is drawn so. */
export function wasLeft(isDirty: () => boolean): boolean {
  return left.has(isDirty);
}

/** The operator goes to another page: from now on nothing is saved by the forms of this one. */
export function leaveForms(): void {
  for (const each of open) left.add(each);
  changes.publish();
}

/** He is where he was, for the page he went to did not come: the forms that are there still are worked on again. */
export function stayInForms(): void {
  if (left.size === 0) return;
  for (const each of left) open.add(each);
  left.clear();
  changes.publish();
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
  if (yes) {
    leaveForms();
    open.clear();
  }
  return yes;
}
