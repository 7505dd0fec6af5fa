import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import type { TFunction } from 'i18next';
import { isRequired } from '#domain/condition.ts';
import { joinPointer, parsePointer } from '#domain/pointer.ts';
import type { Field, Json, Labels, Resource } from '#domain/model.ts';
import type { FieldViewer } from '#resource/fields.ts';
import { errorsUnder, type FormError } from '#form/engine/errors.ts';
import type { FormStore, UiValue } from '#form/engine/store.ts';

/** Structures hold fields and fields hold structures: what draws either is handed down, so that no view imports the one it stands in. */
export type FormViews = {
  FieldView: ComponentType<{ field: Field; pointer: string }>;
  /** The fields of one object, in its groups. */
  FieldsView: ComponentType<{ owner: Field; pointer: string }>;
};

/** What both sides started from, and what each has now. */
export type Conflict = { base: Json; mine: Json; theirs: Json; title: string };

/** What every part of one form shares; it never changes while the form is open. */
export type FormScope = {
  formId: string;
  store: FormStore;
  root: Field;
  rules: Resource['rules'] | undefined;
  labels: Labels;
  viewer: FieldViewer;
  mode: 'create' | 'update';
  /** Where the schema's problems are found (for workers): resource and operation. */
  resourceName: string | undefined;
  operationId: string;
  t: TFunction<'form'>;
  views: FormViews;
  /** A field was left: its checks run. */
  onLeave: (pointer: string) => void;
};

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useForm(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error('A form field outside of a form');
  return scope;
}

/** The value at the pointer; renders again only when it changes. */
export function useValue(pointer: string): Json | undefined {
  const { store } = useForm();
  return useSyncExternalStore(
    (listener) => store.subscribe(pointer, listener),
    () => store.get(pointer),
  );
}

/** Something derived from the value at the pointer; it must be a primitive, or the same object while nothing changed. */
export function useDerived<T>(pointer: string, derive: (value: Json | undefined) => T): T {
  const { store } = useForm();
  return useSyncExternalStore(
    (listener) => store.subscribe(pointer, listener),
    () => derive(store.get(pointer)),
  );
}

export function useErrors(pointer: string): readonly FormError[] {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribeErrors, () => store.shownErrors().get(pointer) ?? none);
}

/** Errors at the pointer and below it, as a list that stays the same while they do. */
export function useErrorsUnder(pointer: string): readonly FormError[] {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribeErrors, () => store.errorsUnder(pointer));
}

/** How many errors the pointers hold, themselves and below. */
export function useErrorCount(pointers: readonly string[]): number {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribeErrors, () => {
    const shown = store.shownErrors();
    return shown.size === 0
      ? 0
      : pointers.reduce((sum, pointer) => sum + errorsUnder(shown, pointer).filter(({ level }) => level !== 'warn').length, 0);
  });
}

export function useUi(key: string): UiValue | undefined {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribeUi, () => store.ui(key));
}

export function useRequired(field: Field, pointer: string): boolean {
  const owner = joinPointer('', ...parsePointer(pointer).slice(0, -1));
  return useDerived(owner, (value) => isRequired(field, value));
}

/** The DOM id of the control at a pointer. */
export function controlId(formId: string, pointer: string): string {
  return `${formId}${pointer}`;
}

const none: readonly FormError[] = [];
