import { asObject } from '#domain/json.ts';
import type { Answer, Call } from '#server/kernel/handler.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** Items as they are sent: what the server knows of them at this moment stands beside what is stored. */
export async function withNotes(spec: ItemSpec, call: Call, texts: string[]): Promise<string[]> {
  const noted = rulesOf(spec).noted;
  if (!noted || texts.length === 0) return texts;
  const ids = texts.map((text) => String(asObject(JSON.parse(text))[spec.id]));
  const notes = await noted(ids, call);
  return texts.map((text, index) => {
    const note = notes.get(ids[index] ?? '');
    return note === undefined ? text : `${text.slice(0, -1)},${JSON.stringify(note).slice(1)}`;
  });
}

export async function notesOf(spec: ItemSpec, call: Call, id: string): Promise<Doc> {
  return (await rulesOf(spec).noted?.([id], call))?.get(id) ?? {};
}

/** One stored item with its notes. */
export async function notedAnswer(spec: ItemSpec, call: Call, stored: Stored): Promise<Answer<never>> {
  if (!rulesOf(spec).noted) return { text: stored.text, etag: `"${stored.revision}"` };
  const [text = stored.text] = await withNotes(spec, call, [stored.text]);
  return { text, etag: `"${stored.revision}"` };
}
