import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Field, Json, Labels, Language } from '#domain/model.ts';

/** A finding inside the value of a widget: a line of a list, a property of an object. */
export type InnerError = { pointer: string; message: string };

export type WidgetProps = {
  /** Goes to the element that takes the focus; its label is `<id>-label`. */
  id: string;
  field: Field;
  label: string;
  value: Json | undefined;
  /** undefined takes the value away. */
  onChange: (value: Json | undefined) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  /** Ids of help and error. */
  describedBy?: string | undefined;
  labels: Labels;
  /** The whole document and the place of this value in it. */
  document?: (() => Json) | undefined;
  pointer?: string | undefined;
  errors?: readonly InnerError[] | undefined;
};

export type CellProps = { field: Field; value: Json | undefined; row: Record<string, Json>; labels: Labels; language: Language };

export type Example = { name: string; field: Field; value?: Json; row?: Record<string, Json> };

/** What a widget may watch of the document around it: options that come from another part of it. */
export type DocumentSource = {
  get: (pointer: string) => Json | undefined;
  subscribe: (pointer: string, listener: () => void) => () => void;
};

export const DocumentContext = createContext<DocumentSource>({ get: () => undefined, subscribe: () => () => {} });

/** The value at a pointer of the surrounding document, live. */
export function useDocumentValue(pointer: string): Json | undefined {
  const source = useContext(DocumentContext);
  return useSyncExternalStore(
    (listener) => source.subscribe(pointer, listener),
    () => source.get(pointer),
  );
}

export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A field for examples. */
export function exampleField(name: string, more: Partial<Field> = {}): Field {
  return { name, path: name, kind: 'text', ...more };
}
