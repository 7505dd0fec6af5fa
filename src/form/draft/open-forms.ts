import { hasUnsavedChanges, releaseForms } from './dirty-guard.ts';
import { flushPending } from '#controls/pending.ts';

const KEPT = 'wan.draft.kept';
/** Forms that are open now: each saves what it holds. Apart from the drafts themselves, which come with the first form. */
const open = new Set<() => Promise<void>>();

/** From now on the form is saved with the others; answers what ends that. */
export function registerForm(keep: () => Promise<void>): () => void {
  open.add(keep);
  return () => open.delete(keep);
}

/** Saves every open form at once, so that the page may reload without asking; what was open then opens again as it was. */
export async function saveOpenForms(): Promise<void> {
  flushPending();
  if (!hasUnsavedChanges()) return;
  await Promise.all([...open].map((keep) => keep()));
  sessionStorage.setItem(KEPT, String(Date.now()));
  releaseForms();
}

/** Was this page reloaded over an open form that was saved then? The first form of the same place asks, once. */
export function takeSavedAtReload(savedAt: number): boolean {
  const at = Number(sessionStorage.getItem(KEPT) ?? 0);
  if (savedAt < at - 60_000) return false;
  sessionStorage.removeItem(KEPT);
  return at > 0;
}
