import i18next, { loadNamespaces, use as extend, type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { language, storeLanguage } from '#api/language.ts';
import { readSession } from '#api/token.ts';
import { reload } from '#api/reload.ts';
import { closeUp } from '#domain/message.ts';
import type { Language } from '#domain/model.ts';
import { putPreference } from '#generated/client/start.ts';
import { CHART_NAMESPACES, FORM_NAMESPACES, loadFormMessages, STEP_NAMESPACES, TOPOLOGY_NAMESPACES } from '#form/load-messages.ts';

/** Chosen on the log-in page, where no account is known yet. */
const chosenKey = 'wan.language.chosen';

/** Rows stand by then, or the line is slow. */
const FOLLOWS_MS = 2000;

/** Every file of `locales/<language>/` is a namespace; only what is asked for, in the active language, is loaded. */
const files = import.meta.glob<{ default: Record<string, unknown> }>('/locales/{zh,en}/*.json');

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  // oxlint-disable-next-line typescript/no-misused-promises -- i18next awaits a read that takes no callback
  read: async (active: string, namespace: string) => {
    const load = files[`/locales/${active}/${namespace}.json`];
    if (load === undefined) throw new Error(`No messages: ${active}/${namespace}`);
    return (await load()).default;
  },
};

type SavedMessages = { language: string; namespace: string; messages: object };

let starting: Promise<unknown> | undefined;

/** The messages that log-in and failures need; once. */
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
  const { interpolator } = i18next.services;
  const interpolate = interpolator.interpolate.bind(interpolator);
  interpolator.interpolate = (text, data, ...rest) => interpolate(closeUp(text, data), data, ...rest);
}

const later = [...FORM_NAMESPACES, ...STEP_NAMESPACES, ...CHART_NAMESPACES, ...TOPOLOGY_NAMESPACES, 'island'];

/** The files of `loadMessages`, on their way before those of log-in and failures are here. */
export function fetchMessages(): void {
  for (const name of namespaces(language())) if (!later.includes(name)) files[`/locales/${language()}/${name}.json`]?.().catch(() => {});
}

/** The messages of shell and pages in the active language, before the shell renders; those of forms follow, and come with a form that is sooner. */
export async function loadMessages(): Promise<void> {
  await loadNamespaces(namespaces(language()).filter((name) => !later.includes(name)));
  setTimeout(() => void loadFormMessages().catch(() => {}), FOLLOWS_MS);
}

/**
 * Spec section 4: stores the choice and reloads the page. Session, address and a half-filled form outlive that.
 * The choice is the account's too: it follows the person to another browser.
 */
export async function changeLanguage(chosen: Language): Promise<void> {
  if (chosen === language()) return;
  storeLanguage(chosen);
  if (readSession() === undefined) sessionStorage.setItem(chosenKey, '1');
  else await keepForAccount(chosen);
  await reload();
}

/** Spec section 4, after log-in: the account's language; one that was chosen on the log-in page just now is the account's from then on. */
export async function takeLanguage(wanted: Language | undefined): Promise<void> {
  if (sessionStorage.getItem(chosenKey) !== null) {
    sessionStorage.removeItem(chosenKey);
    void keepForAccount(language());
    return;
  }
  if (wanted === undefined || wanted === language()) return;
  storeLanguage(wanted);
  document.documentElement.lang = wanted;
  await i18next.changeLanguage(wanted);
  await loadMessages();
}

async function keepForAccount(chosen: Language): Promise<void> {
  // where it cannot be kept, the choice holds for this browser
  await putPreference('language', { value: chosen }, { timeout: 3 }).catch(() => {});
}

function namespaces(active: Language): string[] {
  const folder = `/locales/${active}/`;
  return Object.keys(files).flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length, -'.json'.length)] : []));
}

/** Development: sentences were saved. What is on screen says the new ones, and keeps what is being written. */
if (import.meta.hot) {
  import.meta.hot.on('messages:changed', ({ language: of, namespace, messages }: SavedMessages) => {
    i18next.addResourceBundle(of, namespace, messages);
    if (of === i18next.language) i18next.emit('languageChanged', of);
  });
}
