import i18next from 'i18next';
import { errorMessage } from '#api/error.ts';
import { isPlayed } from '#api/mutator.ts';
import { listPreferences } from '#generated/client/platform.ts';
import { putPreference } from '#generated/client/start.ts';
import { notify } from '#ui/notify.ts';

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
    const settings = await ask(name);
    // chosen while the answer was under way
    if (!settings || cache.isUnsent()) return;
    const value = settings.find(({ key }) => key === name)?.value;
    if (typeof value === 'object' && value !== null) {
      const text = JSON.stringify(value);
      if (text !== (cache.read() ?? NOTHING)) cache.write(text === NOTHING ? null : text);
    } else if (cache.read() !== null) await send(name, cache);
  } catch {
    // the list is there without it; the next visit asks again
    pulled.delete(name);
  }
}

type Settings = { key: string; value: unknown }[];

let asking: { names: string[]; answer: Promise<Settings | undefined> } | undefined;

/** What the parts of a page want at the same time is asked for in one call. Nothing where the backend keeps no settings. */
function ask(name: string): Promise<Settings | undefined> {
  asking ??= { names: [], answer: askTogether() };
  asking.names.push(name);
  return asking.answer;
}

async function askTogether(): Promise<Settings | undefined> {
  // all that a page draws at once has said by then what it wants
  await new Promise((done) => setTimeout(done));
  const names = asking?.names ?? [];
  asking = undefined;
  return isPlayed('preferences') ? (await listPreferences({ key: names })).data.settings : undefined;
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
    if (isPlayed('keepPreference')) await putPreference(name, { value: JSON.parse(text ?? NOTHING) }, { quiet: true });
    if (cache.read() === text) cache.setUnsent(false);
  } catch (error) {
    if (notified) return;
    notified = true;
    notify.info(i18next.t('resource:saved.local'), errorMessage(error));
  }
}
