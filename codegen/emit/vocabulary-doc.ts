import type { VocabularyKey } from '../read/vocabulary-uses.ts';

/** Where fewer than so many places say a key, the vocabulary gives the reason. */
export const FEW_PLACES = 5;

const titles: Readonly<Record<string, string>> = {
  'x-ui': 'x-ui: what a person sees',
  'x-data': 'x-data: how data behaves',
  'x-access': 'x-access: who may',
  'x-labels': 'x-labels: words beside the schema',
};

/** docs/vocabulary.md: every key of our keywords with the places of the contract that say it. */
export function vocabularyDoc(keys: readonly VocabularyKey[]): string {
  const parts = Object.entries(titles).flatMap(([keyword, title]) => [
    `## ${title}`,
    [
      '| on | key | places | files | means |',
      '| --- | --- | ---: | ---: | --- |',
      ...keys.filter((key) => key.keyword === keyword).map(row),
    ].join('\n'),
  ]);
  return `${[
    '# Vocabulary',
    `Written by \`npm run generate\` from \`schemas/vocabulary/\` and the contract. An option stands below its key (\`ref.exclude\`); an anchor counts as one place, its aliases do not. A key that fewer than ${FEW_PLACES} places say has its reason here, or becomes the code of its feature.`,
    ...parts,
  ].join('\n\n')}\n`;
}

function row({ on, key, places, files, description = '', seldom }: VocabularyKey): string {
  const means = [description, seldom === undefined ? '' : `Seldom: ${seldom}`].filter((text) => text !== '').join(' ');
  return `| ${on} | \`${key}\` | ${places} | ${files} | ${means.replaceAll('|', '\\|')} |`;
}
