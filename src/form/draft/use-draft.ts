import { useEffect, useState } from 'react';
import type { Field } from '#domain/model.ts';
import { deleteDraft, findDraft, restoredDocument, saveDraft, type Draft, type DraftKey } from './drafts.ts';
import { registerForm, takeSavedAtReload } from './open-forms.ts';
import type { FormStore } from '#form/engine/store.ts';

const REST = 800;

/** Keeps unsaved work of this place; `found` is what an earlier visit left. */
export function useDraft(place: DraftKey | undefined, root: Field, store: FormStore, title: string, revision: Draft['revision']) {
  const [found, setFound] = useState<Draft | undefined>(undefined);
  useEffect(() => {
    if (!place) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const draft = await findDraft(place);
      if (gone || !draft || store.isDirty()) return;
      if (takeSavedAtReload(draft.savedAt) && draft.revision === revision) store.replace(restoredDocument(root, draft.doc, store.base()));
      else setFound(draft);
    };
    void look();
    const keep = async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      if (store.isDirty()) await saveDraft(place, root, { title, doc: store.document(), base: store.base(), revision });
      else await deleteDraft(place);
    };
    const stopKeeping = registerForm(keep);
    const unsubscribe = store.subscribe('', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), REST);
    });
    return () => {
      gone = true;
      stopKeeping();
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
