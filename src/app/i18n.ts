import { loadNamespaces, use as extend, type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { language, storeLanguage } from '#api/language.ts';
import type { Language } from '#domain/model.ts';

/** Every file of `locales/<language>/` is a namespace; only what is asked for, in the active language, is loaded. */
const files = import.meta.glob<{ default: Record<string, unknown> }>('/locales/{zh,en}/*.json');

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  // oxlint-disable-next-line typescript/no-misused-promises -- i18next awaits a read that takes no callback
  read: async (active: string, namespace: string) => {
    const load = files[`/locales/${active}/${namespace}.json`];
    if (load === undefined) throw new Error(`No sentences: ${active}/${namespace}`);
    return (await load()).default;
  },
};

let starting: Promise<unknown> | undefined;

/** The sentences that log-in and failures need; once. */
export function startI18n(): Promise<unknown> {
  starting ??= start();
  return starting;
}

async function start(): Promise<void> {
  const active = language();
  document.documentElement.lang = active;
  await extend(backend)
    .use(initReactI18next)
    .init({
      lng: active,
      fallbackLng: false,
      ns: ['shell', 'errors'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}

/** All sentences of the active language, before the shell renders. */
export function loadSentences(): Promise<void> {
  return loadNamespaces(namespaces(language()));
}

/** Spec section 4: stores the choice and reloads the page. Session, address and drafts outlive that. */
export function changeLanguage(chosen: Language): void {
  if (chosen === language()) return;
  storeLanguage(chosen);
  window.location.reload();
}

function namespaces(active: Language): string[] {
  const folder = `/locales/${active}/`;
  return Object.keys(files).flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length, -'.json'.length)] : []));
}
