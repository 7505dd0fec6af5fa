import bowser from 'bowser';

import type { Language } from '#domain/model.ts';

/** `Chrome 143 on Windows`, `Chrome 143（Windows）`; what is no browser by its own name: `curl/8.5`. */
export function deviceName(userAgent: string, language: Language): string {
  // the parser takes no empty text
  const parser = userAgent === '' ? undefined : bowser.getParser(userAgent);
  const { name = '', version = '' } = parser?.getBrowser() ?? {};
  if (!parser || name === '') return userAgent.split(' ', 1)[0]?.slice(0, 80) || '-';
  // an iPhone and an iPad run the same system: the person knows them by what they are
  const { vendor, model } = parser.getPlatform();
  const system = (vendor === 'Apple' && model) || parser.getOSName();
  const browser = [name, version.split('.', 1)[0]].filter(Boolean).join(' ');
  if (!system) return browser;
  return language === 'zh' ? `${browser}（${system}）` : `${browser} on ${system}`;
}
