import { useEffect, useState } from 'react';
import type { Field } from '#domain/model.ts';
import { hasUnsavedChanges, releaseForms } from '#resource/form/dirty-guard.ts';
import { deleteDraft, findDraft, saveDraft, type Draft, type DraftPlace } from '#resource/form/drafts.ts';
import type { FormStore } from '#resource/form/store.ts';
import { flushPending } from '#widgets/pending.ts';

const REST = 800;
const KEPT = 'wan.draft.kept';
/** Forms that are open now: each saves what it holds. */
const open = new Set<() => Promise<void>>();

/** Saves every open form at once, so that the page may reload without asking; what was open then opens again as it was. */
export async function keepOpenForms(): Promise<void> {
  flushPending();
  if (!hasUnsavedChanges()) return;
  await Promise.all([...open].map((keep) => keep()));
  sessionStorage.setItem(KEPT, String(Date.now()));
  releaseForms();
}

/** Was this page reloaded over an open form? The first form of the same place asks, once. */
function takeKept(draft: Draft): boolean {
  const at = Number(sessionStorage.getItem(KEPT) ?? 0);
  if (draft.savedAt < at - 60_000) return false;
  sessionStorage.removeItem(KEPT);
  return at > 0;
}

/** Keeps unsaved work of this place; `found` is what an earlier visit left. */
export function useDraft(place: DraftPlace | undefined, root: Field, store: FormStore, title: string, revision: Draft['revision']) {
  const [found, setFound] = useState<Draft | undefined>(undefined);
  useEffect(() => {
    if (!place) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const draft = await findDraft(place);
      if (gone || !draft || store.isDirty()) return;
      if (takeKept(draft) && draft.revision === revision) store.replace(draft.doc);
      else setFound(draft);
    };
    void look();
    const keep = async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      if (store.isDirty()) await saveDraft(place, root, { title, doc: store.document(), base: store.base(), revision });
      else await deleteDraft(place);
    };
    open.add(keep);
    const unsubscribe = store.subscribe('', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), REST);
    });
    return () => {
      gone = true;
      open.delete(keep);
      unsubscribe();
      if (timer !== undefined) void keep();
    };
  }, [place, root, store, title, revision]);
  return {
    found,
    dismiss: () => setFound(undefined),
    discard: () => {
      setFound(undefined);
      if (place) void deleteDraft(place);
    },
  };
}
