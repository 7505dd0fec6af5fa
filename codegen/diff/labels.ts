import type { Labels, Language } from '#domain/model.ts';
import type { Difference } from './change.ts';

const languages = { zh: 'Chinese', en: 'English' } as const satisfies Record<Language, string>;
type Words = Record<Language, Record<string, string>>;

/**
 * Words that somebody reads otherwise, or of which one language has none. `file`: where those of the resource stand;
 * `bare`: what codegen newly found no Chinese for, as it says it (`field name`), so that English stands in its place.
 */
export function labelChanges(before: Record<Language, Labels>, after: Record<Language, Labels>, { file, bare }: Written): Difference[] {
  const untranslated = new Set(bare);
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const known = new Map(Object.keys(is.en).map((key) => [spelt(key), key]));
  const missing = bare.map((what): Difference => {
    const old = was.zh[known.get(what) ?? ''];
    const words = what.endsWith(IN_CHINESE_ONLY)
      ? what
      : `${what}: no Chinese${old === undefined ? '' : ` any more (“${old}”)`}, English is shown`;
    return { kind: 'LABEL', words, pointer: `${file}#/${what.replace(/ /g, '/')}`, names: [] };
  });
  return [...wordChanges(was, is, file, (key, language) => language === 'zh' && untranslated.has(spelt(key))), ...missing];
}

export type Written = { file: string; bare: readonly string[] };

const IN_CHINESE_ONLY = ' is in Chinese only';

/** A key of the words below, as codegen names it where its Chinese is missing. */
function spelt(key: string): string {
  const [path = '', value] = key.split(': ');
  return value === undefined ? key.replace(/^help of (?!action )/, 'help ') : `enum ${path} ${value}`;
}

export function wordChanges(
  before: Words,
  after: Words,
  file: string,
  isSaid: (key: string, language: Language) => boolean = () => false,
): Difference[] {
  const keys = new Set([...Object.keys(after.zh), ...Object.keys(after.en)]);
  const found: Difference[] = [];
  for (const key of keys) {
    // what comes with its field is said of the field
    if (before.zh[key] === undefined && before.en[key] === undefined) continue;
    const changed = (['zh', 'en'] as const).filter((language) => before[language][key] !== after[language][key]);
    for (const language of changed) {
      if (isSaid(key, language)) continue;
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
