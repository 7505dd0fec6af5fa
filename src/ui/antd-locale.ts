import { defaultOf } from './default-of.ts';
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
  const module = await (language === 'en' ? english() : chinese());
  loaded = defaultOf(module.default);
  return loaded;
}

// apart, because two imports in one expression would have both of them preloaded
const english = () => import('antd/es/locale/en_US.js');
const chinese = () => import('antd/es/locale/zh_CN.js');
