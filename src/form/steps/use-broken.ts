import { useMemo, useSyncExternalStore } from 'react';
import { parsePointer } from '#domain/pointer.ts';
import { useForm } from '#form/form-context.ts';

/** Properties of the document with an error that shows and keeps it from being saved. */
export function useBroken(): ReadonlySet<string> {
  const { store } = useForm();
  const shown = useSyncExternalStore(store.subscribeErrors, store.shownErrors);
  return useMemo(
    () =>
      setOf(
        [...shown].flatMap(([pointer, errors]) =>
          errors.some(({ level }) => level === undefined || level === 'error') ? [parsePointer(pointer)[0] ?? ''] : [],
        ),
      ),
    [shown],
  );
}

export function setOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names);
}
