import type { Locale } from 'antd/es/locale/index.js';

let loading: Promise<Locale> | undefined;

/** antd's own sentences in the page's language (`html[lang]`), loaded once; the other language stays on the server. */
export function antdLocale(): Promise<Locale> {
  loading ??= load(document.documentElement.lang);
  return loading;
}

async function load(language: string): Promise<Locale> {
  const module: unknown = await (language === 'en' ? english() : chinese());
  // Node's types see a CommonJS default where the browser gets the module's own
  const { default: locale } = module as { default: Locale };
  return locale;
}

// apart, because two imports in one expression would have both of them preloaded
const english = (): Promise<unknown> => import('antd/es/locale/en_US.js');
const chinese = (): Promise<unknown> => import('antd/es/locale/zh_CN.js');
