import { loadNamespaces } from 'i18next';

/** Namespaces that only forms, imports and what else is checked need. */
export const FORM_NAMESPACES: readonly string[] = ['form', 'validation'];

export function loadFormMessages(): Promise<void> {
  return loadNamespaces([...FORM_NAMESPACES]);
}

/** A part of the console that checks what is entered, with the messages for it. */
export async function withMessages<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadFormMessages()]);
  return loaded;
}
