import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Field, Json, Labels } from '#domain/model.ts';

/** A finding inside the value of a control: a line of a list, a property of an object. */
export type InnerError = { pointer: string; message: string };

export type ControlProps = {
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

/** What a control may watch of the document around it: options that come from another part of it. */
export type DocumentSource = {
  get: (pointer: string) => Json | undefined;
  subscribe: (pointer: string, listener: () => void) => () => void;
  /** Absent where nothing is entered. */
  set?: (pointer: string, value: Json | undefined) => void;
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
