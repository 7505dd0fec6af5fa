import type { Locale } from 'antd/es/locale/index.js';
import type { Language } from '#domain/model.ts';

/** antd's own sentences, in the active language only. */
export async function antdLocale(language: Language): Promise<Locale> {
  const module: unknown = await (language === 'en' ? import('antd/es/locale/en_US.js') : import('antd/es/locale/zh_CN.js'));
  // Node's types see a CommonJS default where the browser gets the module's own
  const { default: locale } = module as { default: Locale };
  return locale;
}
