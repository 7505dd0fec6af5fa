import i18next from 'i18next';
import { errorMessage } from '#api/error.ts';
import { loadModel } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { notify } from '#ui/notify.ts';
import { loadPlatform } from '#api/platform.ts';

/** One choice as this browser holds it, as text; null for none. */
export type Cached = {
  read: () => string | null;
  write: (text: string | null) => void;
  /** Chosen here, and not yet known to the server. */
  isUnsent: () => boolean;
  setUnsent: (unsent: boolean) => void;
};

/** What says "nothing chosen" to other browsers; no answer at all means that nobody ever chose. */
const NOTHING = '{}';
/** Boxes are ticked one after another: the last one is sent. */
const PAUSE = 500;

const pulled = new Set<string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let notified = false;

/** Brings the choice that the server holds, once in the life of a page. What waits here goes there instead. */
export async function pullPreference(name: string, cache: Cached): Promise<void> {
  if (pulled.has(name)) return;
  pulled.add(name);
  if (cache.isUnsent()) return send(name, cache);
  try {
    const form = await loadPlatform(await loadModel(), 'preferences');
    if (!form) return;
    const { data } = await call<{ value: unknown }>(form.operation, { path: { key: name } });
    // chosen while the answer was under way
    if (cache.isUnsent()) return;
    if (typeof data.value === 'object' && data.value !== null) {
      const text = JSON.stringify(data.value);
      if (text !== (cache.read() ?? NOTHING)) cache.write(text === NOTHING ? null : text);
    } else if (cache.read() !== null) await send(name, cache);
  } catch {
    // the list is there without it; the next visit asks again
    pulled.delete(name);
  }
}

export function pushPreference(name: string, cache: Cached): void {
  cache.setUnsent(true);
  clearTimeout(timers.get(name));
  timers.set(
    name,
    setTimeout(() => void send(name, cache), PAUSE),
  );
}

/** A refusal (maintenance, no network) takes nothing back: the choice stays here and is sent with the next one, or on the next visit. */
async function send(name: string, cache: Cached): Promise<void> {
  const text = cache.read();
  try {
    const form = await loadPlatform(await loadModel(), 'keepPreference');
    if (form) await call(form.operation, { path: { key: name }, body: { value: JSON.parse(text ?? NOTHING) }, quiet: true });
    if (cache.read() === text) cache.setUnsent(false);
  } catch (error) {
    if (notified) return;
    notified = true;
    notify.info(i18next.t('resource:saved.local'), errorMessage(error));
  }
}
