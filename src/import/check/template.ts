import { t } from 'i18next';
import type { Field, Labels } from '#domain/model.ts';
import { describeField, exampleOf } from './describe-field.ts';
import { mapHeaders, targetsOf } from './targets.ts';
import type { Sheet } from '#domain/xlsx.ts';

/**
 * What an operator fills in: the column names, an example, and what each column takes. Lines between the names and the
 * data that begin with `#` are not read back, so that a template that was filled in can be imported as it is.
 */
export function templateOf(root: Field, labels: Labels): [Sheet, Sheet] {
  const targets = targetsOf(root, labels);
  const back = mapHeaders(
    targets.map(({ label }) => label),
    root,
    [labels],
    '',
  );
  // of several columns with one label, only their paths tell them apart
  const names = targets.map(({ label, path, required }, index) => `${back[index] === path ? label : path}${required ? ' *' : ''}`);
  const descriptions = targets.map(({ field }) => describeField(field, labels));
  const examples = targets.map(({ field }) => exampleOf(field, labels));
  const needed = targets.map(({ required }) => t(required ? 'resource:template.required' : 'resource:template.optional'));
  const rules = t('resource:template.updating', { word: t('resource:import.clearWord') });
  return [
    {
      name: labels.title,
      rows: [names, noted(descriptions.map((line, index) => `${needed[index]}: ${line}`)), noted(examples), noted([rules])],
      widths: names.map((name) => Math.min(40, Math.max(14, name.length * 2))),
    },
    {
      name: t('resource:template.columns'),
      rows: [
        [
          t('resource:import.column'),
          t('resource:template.path'),
          t('resource:template.required'),
          t('resource:template.takes'),
          t('resource:template.example'),
          t('resource:template.help'),
        ],
        ...targets.map(({ field, label, path, required }, index) => [
          label,
          path,
          t(required ? 'resource:export.yes' : 'resource:export.no'),
          descriptions[index],
          examples[index],
          labels.help[field.path] ?? '',
        ]),
      ],
      widths: [28, 28, 10, 60, 24, 60],
    },
  ];
}

function noted(cells: string[]): string[] {
  return cells.map((cell, index) => (index === 0 ? `# ${cell}` : cell));
}
