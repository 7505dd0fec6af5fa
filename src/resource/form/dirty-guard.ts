import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#ui/confirm.tsx';
import { flushPending } from '#widgets/pending.ts';

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

/** For whoever closes or leaves a form: `confirmLeave()` is true at once while nothing is unsaved, else the operator's answer. */
export function useDirtyGuard(): { isDirty: () => boolean; confirmLeave: () => Promise<boolean> } {
  const { t } = useTranslation('form');
  return useMemo(
    () => ({
      isDirty: hasUnsavedChanges,
      confirmLeave: async () =>
        !hasUnsavedChanges() ||
        confirm({ kind: 'danger', title: t('leave.title'), body: t('leave.content'), action: t('leave.ok'), cancel: t('leave.stay') }),
    }),
    [t],
  );
}
