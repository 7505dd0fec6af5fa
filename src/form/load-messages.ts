import { loadNamespaces } from 'i18next';

/** Namespaces that only forms, imports and what else is checked need. */
export const FORM_NAMESPACES: readonly string[] = ['form', 'validation'];
/** Those of forms that go step by step. */
export const STEP_NAMESPACES: readonly string[] = ['steps'];
/** Those that only measurements need. */
export const CHART_NAMESPACES: readonly string[] = ['charts'];
/** Those that only the picture of the network needs. */
export const TOPOLOGY_NAMESPACES: readonly string[] = ['topology'];

export function loadFormMessages(): Promise<void> {
  return loadNamespaces([...FORM_NAMESPACES]);
}

/** A part of the console with the messages for it; one that checks what is entered, unless something else is said. */
export async function withMessages<T>(part: Promise<T>, namespaces = FORM_NAMESPACES): Promise<T> {
  const [loaded] = await Promise.all([part, loadNamespaces([...namespaces])]);
  return loaded;
}
