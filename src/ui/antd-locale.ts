import type { Locale } from 'antd/es/locale/index.js';

let loading: Promise<Locale> | undefined;
let loaded: Locale | undefined;

/** antd's own messages in the page's language (`html[lang]`), loaded once; the other language stays on the server. */
export function antdLocale(): Promise<Locale> {
  loading ??= load(document.documentElement.lang);
  return loading;
}

/** The same, where they are here already. */
export function knownLocale(): Locale | undefined {
  return loaded;
}

/** A part of the console that uses antd, with antd's messages beside it: it opens without a second wait. */
export async function withLocale<T>(part: Promise<T>): Promise<T> {
  await antdLocale();
  return part;
}

async function load(language: string): Promise<Locale> {
  const module: unknown = await (language === 'en' ? english() : chinese());
  // Node's types see a CommonJS default where the browser gets the module's own
  const { default: locale } = module as { default: Locale };
  loaded = locale;
  return locale;
}

// apart, because two imports in one expression would have both of them preloaded
const english = (): Promise<unknown> => import('antd/es/locale/en_US.js');
const chinese = (): Promise<unknown> => import('antd/es/locale/zh_CN.js');
