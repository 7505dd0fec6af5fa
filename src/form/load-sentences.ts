import { loadNamespaces } from 'i18next';

/** Namespaces that only forms, imports and what else is checked need. */
export const FORM_SENTENCES: readonly string[] = ['form', 'validation'];

export function loadFormSentences(): Promise<void> {
  return loadNamespaces([...FORM_SENTENCES]);
}

/** A part of the console that checks what is entered, with the sentences for it. */
export async function withSentences<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadFormSentences()]);
  return loaded;
}
