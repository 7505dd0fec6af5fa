import { TranslatableString } from '@rjsf/utils';
import type { TFunction } from 'i18next';
import type { Labels } from '#domain/model.ts';

/** What templates and controls of the theme are handed down; a form of anybody else's may leave any of it out. */
export type IslandContext = {
  labels?: Labels;
  /** The value at a path, as its control leaves it; without it the library keeps the value itself. */
  onPath?: (path: readonly (string | number)[], value: unknown) => void;
  /** Which of the alternatives at an id is filled in: its mark. */
  onChoice?: (id: string, mark: string | undefined) => void;
};

/** The words of a title: a key of the labels, `#kind:2:text`, `#item:1`, or words already. */
export function nameOf(labels: Labels | undefined, title: string, t: TFunction<'island'>): string {
  const [sort, number, kind = 'json'] = title.startsWith('#') ? title.slice(1).split(':') : [];
  if (sort === 'kind') return t('kind', { number, kind: t(`kinds.${kind}`) });
  if (sort === 'item') return t('item', { number });
  return labels?.fields[title] ?? title;
}

/** What the library itself says, in the reader's language. */
export function translated(
  text: TranslatableString,
  [first = '', second = '']: readonly string[],
  labels: Labels | undefined,
  t: TFunction<'island'>,
): string {
  switch (text) {
    // a new property of text is empty, whatever the language
    case TranslatableString.NewStringDefault:
      return '';
    case TranslatableString.OptionPrefix:
      return t('option', { number: first });
    case TranslatableString.TitleOptionPrefix:
      return t('option', { number: second });
    case TranslatableString.DeprecatedLabel:
      return t('deprecated', { label: nameOf(labels, first, t) });
    default:
      return t('notDrawn', { name: nameOf(labels, first, t) });
  }
}
