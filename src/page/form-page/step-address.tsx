import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { focusPointer } from '#form/focus.ts';
import { useForm } from '#form/form-context.ts';
import { layoutOf, reveal } from '#form/engine/layout.ts';
import { goToStep, openStep, stepGroup, stepsOf } from '#form/steps/steps.ts';

/** The address says which step is open and which field is at work: it can be shared, reloaded, and gone back through. */
export function StepAddress(): null {
  const { store, root, formId, viewer } = useForm();
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const steps = stepGroup(layoutOf(root, viewer).groups);
  const groups = steps?.groups ?? [];
  const parent = steps?.name ?? '';
  const shown = useSyncExternalStore(store.subscribeUi, () => openStep(store, '', parent, groups)?.name);
  const wanted = search.get('step') ?? undefined;
  const field = search.get('field') ?? undefined;
  /** What address and form agreed on last: whichever differs from it has changed since. */
  const agreed = useRef<string | undefined>(undefined);
  const kept: unknown = state;

  useEffect(() => {
    if (wanted !== agreed.current) {
      agreed.current = wanted;
      const step = stepsOf(groups).find(({ group }) => group.name === wanted);
      if (step) goToStep(store, '', parent, step);
      if (step) return;
    }
    if (shown === undefined || shown === agreed.current) return;
    const first = agreed.current === undefined;
    agreed.current = shown;
    const next = new URLSearchParams(window.location.search);
    next.set('step', shown);
    next.delete('field');
    setSearch(next, { replace: first, state: kept });
  });

  useEffect(() => {
    if (field === undefined) return;
    reveal(root, store, field);
    focusPointer(formId, field);
  }, [field, root, store, formId]);

  // where the focus is, without a turn of the router for each field
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const pointer = target instanceof HTMLElement && target.id.startsWith(`${formId}/`) ? target.id.slice(formId.length) : undefined;
      if (pointer === undefined) return;
      const url = new URL(window.location.href);
      url.searchParams.set('field', pointer);
      window.history.replaceState(window.history.state, '', url);
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [formId]);
  return null;
}
