import { useEffect, useRef, useState } from 'react';
import type { Field, Json } from '#domain/model.ts';
import { deleteDraft, findDraft, newSlot, restoredDocument, saveDraft, type Draft, type DraftKey } from './drafts.ts';
import { registerForm, takeSavedAtReload } from './open-forms.ts';
import type { FormStore } from '#form/engine/store.ts';

const REST = 800;

/** What is stored of a document beside itself. */
type Described = Pick<Draft, 'title' | 'revision'>;

/**
 * Keeps unsaved work of this place; `found` is what an earlier visit left. What is entered here is kept beside that, and
 * takes its place only once it was taken up.
 */
export function useDraft(place: DraftKey | undefined, root: Field, store: FormStore, describe: (doc: Json) => Described) {
  const [found, setFound] = useState<Draft | undefined>(undefined);
  const own = useRef<DraftKey>(undefined);
  useEffect(() => {
    if (!place) return undefined;
    own.current = place;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const draft = await findDraft(place);
      if (gone || !draft) return;
      if (place.slot === undefined) own.current = { ...place, slot: newSlot() };
      if (store.isDirty()) return;
      if (takeSavedAtReload(draft.savedAt) && draft.revision === describe(store.base()).revision) {
        own.current = draft;
        store.replace(restoredDocument(root, draft.doc, store.base()));
      } else setFound(draft);
    };
    void look();
    const keep = async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      const [at, doc, base] = [own.current ?? place, store.document(), store.base()];
      if (!store.isDirty()) await deleteDraft(at);
      else await saveDraft(at, root, { title: describe(doc).title, doc, base, revision: describe(base).revision });
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
  }, [place, root, store, describe]);
  return {
    found,
    /** The form goes on with what was found. */
    take: () => (own.current = found),
    dismiss: () => setFound(undefined),
    discard: () => {
      setFound(undefined);
      if (found) void deleteDraft(found);
    },
    saved: () => own.current && void deleteDraft(own.current),
  };
}
