import type { Labels, Language } from '#domain/model.ts';
import type { Found } from './change.ts';

const languages = { zh: 'Chinese', en: 'English' } as const satisfies Record<Language, string>;
type Words = Record<Language, Record<string, string>>;

/** Words that somebody reads otherwise, or of which one language has none. `file`: where those of the resource stand. */
export function labelChanges(before: Record<Language, Labels>, after: Record<Language, Labels>, file: string): Found[] {
  return wordChanges(wordsOf(before), wordsOf(after), file);
}

export function wordChanges(before: Words, after: Words, file: string): Found[] {
  const keys = new Set([...Object.keys(after.zh), ...Object.keys(after.en)]);
  const found: Found[] = [];
  for (const key of keys) {
    // what comes with its field is said of the field
    if (before.zh[key] === undefined && before.en[key] === undefined) continue;
    const changed = (['zh', 'en'] as const).filter((language) => before[language][key] !== after[language][key]);
    for (const language of changed) {
      const [was, is] = [before[language][key], after[language][key]];
      const other = language === 'en' && changed.length === 1 ? '; the Chinese stays as it is' : '';
      const words =
        is === undefined || is === ''
          ? `${key}: no ${languages[language]} any more (${was})`
          : `${key}: ${languages[language]} ${was === undefined ? 'is new:' : `“${was}” becomes`} “${is}”${other}`;
      found.push({ kind: 'LABEL', words, pointer: `${file}#/${key.replaceAll('.', '/')}`, names: [] });
    }
  }
  return found;
}

function wordsOf(labels: Record<Language, Labels>): Words {
  return { zh: flat(labels.zh), en: flat(labels.en) };
}

function flat({ title, plural, fields, help, enums, groups, actions, actionHelp = {} }: Labels): Record<string, string> {
  const words: Record<string, string> = { title, plural };
  const add = (prefix: string, some: Record<string, string>): void => {
    for (const [name, text] of Object.entries(some)) words[`${prefix} ${name}`.trim()] = text;
  };
  add('field', fields);
  add('help of', help);
  add('group', groups);
  add('action', actions);
  add('help of action', actionHelp);
  for (const [path, values] of Object.entries(enums)) add(`${path}:`, values);
  return words;
}
