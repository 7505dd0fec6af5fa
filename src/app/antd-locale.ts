import type { Locale } from 'antd/es/locale/index.js';
import type { Language } from '#domain/model.ts';

/** antd's own sentences, in the active language only. */
export async function antdLocale(language: Language): Promise<Locale> {
  const module = language === 'en' ? await import('antd/es/locale/en_US.js') : await import('antd/es/locale/zh_CN.js');
  return module.default;
}
