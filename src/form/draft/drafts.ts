import { isObject } from '#domain/json.ts';
import type { DBSchema, IDBPDatabase } from 'idb';
import { sameJson, visibleFields } from '#domain/condition.ts';
import { isSecret, withoutSecrets } from '#domain/document.ts';
import type { Field, Json } from '#domain/model.ts';

/** Unsaved work of one operator on one object, kept in this browser for 14 days. It never holds a secret. */
export type Draft = {
  key: string;
  user: string;
  company: string;
  resource: string;
  /** The object's id; '' for a new one. */
  id: string;
  /** Tells apart several of one place: of new ones there may be any number. */
  slot?: string;
  title: string;
  doc: Json;
  base: Json;
  revision: number | string | undefined;
  savedAt: number;
};
export type DraftKey = Pick<Draft, 'user' | 'company' | 'resource' | 'id' | 'slot'>;

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { user: string } };
}

const KEPT = 14 * 24 * 3_600_000;
let opening: Promise<IDBPDatabase<Schema>> | undefined;
/** The one that was chosen from the list, for the form that opens next. */
let chosen: string | undefined;

export async function saveDraft(place: DraftKey, root: Field, draft: Pick<Draft, 'title' | 'doc' | 'base' | 'revision'>): Promise<void> {
  const db = await open();
  const doc = withoutSecrets(root, draft.doc) ?? {};
  const base = withoutSecrets(root, draft.base) ?? {};
  await db?.put('drafts', { ...place, ...draft, doc, base, key: keyOf(place), savedAt: Date.now() });
}

/**
 * The document of a draft, with the secrets that were left out of it as the item has them: what may be read of an item is
 * lost when it is sent without. A row is found again by what else it holds, or at its place if no row came or went.
 */
export function restoredDocument(field: Field, doc: Json, from: Json | undefined): Json {
  if (Array.isArray(doc) && Array.isArray(from)) {
    const { items } = field;
    if (!items) return doc;
    const bare = from.map((row) => withoutSecrets(items, row));
    return doc.map((row, index) => {
      const at = bare.findIndex((each) => sameJson(each, row));
      return restoredDocument(items, row, from[at < 0 && doc.length === from.length ? index : at]);
    });
  }
  if (!isObject(doc) || !isObject(from)) return doc;
  const result = { ...doc };
  for (const each of visibleFields(field, doc)) {
    const [own, other] = [result[each.name], from[each.name]];
    if (other === undefined) continue;
    if (own !== undefined) result[each.name] = restoredDocument(each, own, other);
    else if (isSecret(each)) result[each.name] = other;
  }
  return result;
}

/** The chosen one, that of the slot, else the latest of the place. */
export async function findDraft(place: DraftKey): Promise<Draft | undefined> {
  const here = JSON.stringify(placeOf(place));
  const all = (await listDrafts(place.user)).filter((each) => JSON.stringify(placeOf(each)) === here);
  const wanted = [chosen, keyOf(place)];
  chosen = undefined;
  return all.find(({ key }) => wanted.includes(key)) ?? all[0];
}

export function chooseDraft({ key }: Draft): void {
  chosen = key;
}

export function newSlot(): string {
  return Date.now().toString(36);
}

/** The operator's drafts, latest first. Older ones than 14 days are deleted on the way. */
export async function listDrafts(user: string): Promise<Draft[]> {
  const db = await open();
  if (!db) return [];
  const all = await db.getAllFromIndex('drafts', 'user', user);
  await Promise.all(all.filter((draft) => !isFresh(draft)).map((draft) => db.delete('drafts', draft.key)));
  return all.filter(isFresh).toSorted((a, b) => b.savedAt - a.savedAt);
}

/** The operator goes on under another name, and so does the work; whoever takes the old name does not find it. */
export async function moveDrafts(from: string, to: string): Promise<void> {
  const db = await open();
  for (const draft of (await db?.getAllFromIndex('drafts', 'user', from)) ?? []) {
    await db?.put('drafts', { ...draft, user: to, key: keyOf({ ...draft, user: to }) });
    await db?.delete('drafts', draft.key);
  }
}

export async function deleteDraft(place: DraftKey): Promise<void> {
  await (await open())?.delete('drafts', keyOf(place));
}

function placeOf({ user, company, resource, id }: DraftKey): string[] {
  return [user, company, resource, id];
}

function keyOf(place: DraftKey): string {
  return JSON.stringify([...placeOf(place), ...(place.slot === undefined ? [] : [place.slot])]);
}

function isFresh(draft: Draft): boolean {
  return Date.now() - draft.savedAt < KEPT;
}

/** undefined where the browser refuses storage: a form works without drafts. */
function open(): Promise<IDBPDatabase<Schema> | undefined> {
  // a form is shown without waiting for it
  opening ??= import('idb').then(({ openDB }) =>
    openDB<Schema>('wan-console', 1, {
      upgrade(db) {
        db.createObjectStore('drafts', { keyPath: 'key' }).createIndex('user', 'user');
      },
    }),
  );
  return opening.catch(() => {
    opening = undefined;
    return undefined;
  });
}
