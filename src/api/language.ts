import type { Language } from '#domain/model.ts';

const key = 'wan.language';

/** The language chosen on this device; Chinese until somebody chooses. */
export function language(): Language {
  return localStorage.getItem(key) === 'en' ? 'en' : 'zh';
}

/** Several names or words in a row. */
export function listed(words: readonly string[]): string {
  return words.join(language() === 'zh' ? '、' : ', ');
}

export function storeLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen);
}
