import type { Field, Labels, Language } from '#domain/model.ts';
import type { LabelFiles } from './labels.ts';
import type { Built, BuiltResource } from '../built.ts';

type Word = Record<Language, string>;

/**
 * Words for values that are names of the contract itself (`x-ui: { names: operations }`): a log says "Create tag", not
 * `createCompanyTag`. They are made of titles and summaries that are labelled anyway, so that a new operation has its word at once.
 */
export function withContractNames(
  { resources, forms }: Pick<Built, 'resources' | 'forms'>,
  files: LabelFiles,
  missing: string[],
): BuiltResource[] {
  const words: Record<NonNullable<Field['names']>, Map<string, Word>> = {
    resources: new Map(
      resources.filter(isWritten).map(({ resource, labels }) => [resource.name, { zh: labels.zh.title, en: labels.en.title }]),
    ),
    operations: new Map(resources.flatMap((built) => operationsOf(built, files, missing))),
  };
  for (const { operation, labels } of forms) {
    if (operation.method === 'get') continue;
    const own = files.of('zh', 'common').actions?.[operation.id];
    if (own === undefined && labels.zh.actions[operation.id] === labels.en.actions[operation.id])
      missing.push(`common: action ${operation.id}`);
    words.operations.set(operation.id, { zh: own ?? labels.zh.actions[operation.id] ?? '', en: labels.en.actions[operation.id] ?? '' });
  }
  return resources.map((built) => ({ ...built, labels: { zh: named(built, 'zh'), en: named(built, 'en') } }));

  function named({ resource, labels }: BuiltResource, language: Language): Labels {
    const fields = Object.values(resource.schemas).flatMap((root) => root.fields ?? []);
    const enums = fields.flatMap(({ names, path }): [string, Record<string, string>][] => {
      if (names === undefined) return [];
      const known = [...words[names]].map(([name, word]): [string, string] => [name, word[language]]);
      // what the server does by itself is no operation of the contract: its words stand in the label files
      return [[path, { ...Object.fromEntries(known), ...files.of(language, resource.file).enums?.[path] }]];
    });
    if (enums.length === 0) return labels[language];
    return { ...labels[language], enums: { ...labels[language].enums, ...Object.fromEntries(enums) } };
  }
}

function isWritten({ resource: { operations } }: BuiltResource): boolean {
  return [...operations.create, ...operations.update, ...operations.delete, ...operations.bulk, ...operations.actions].length > 0;
}

function operationsOf({ resource, labels }: BuiltResource, files: LabelFiles, missing: string[]): [string, Word][] {
  const { operations } = resource;
  const phrases = files.of('zh', 'common').actions ?? {};
  const plain = (['create', 'update', 'delete'] as const).flatMap((kind) =>
    operations[kind].map(({ id }): [string, Word] => {
      const phrase = phrases[kind];
      if (phrase === undefined) missing.push(`common: action ${kind}`);
      return [
        id,
        { zh: spaced((phrase ?? kind).replace('{{title}}', labels.zh.title)), en: `${ENGLISH[kind]} ${inSentence(labels.en.title)}` },
      ];
    }),
  );
  const bulk = operations.bulk.map(({ id }): [string, Word] => [id, { zh: labels.zh.actions[id] ?? id, en: labels.en.actions[id] ?? id }]);
  // what stands on a button says nothing of whose button it is
  const actions = operations.actions.map(({ id }): [string, Word] => [
    id,
    { zh: `${labels.zh.title}：${labels.zh.actions[id] ?? id}`, en: `${labels.en.title}: ${labels.en.actions[id] ?? id}` },
  ]);
  return [...plain, ...bulk, ...actions];
}

const ENGLISH = { create: 'Create', update: 'Change', delete: 'Delete' };

/** `Address set` is `address set`, `SNAT rule` stays. */
function inSentence(title: string): string {
  return /^\p{Lu}\p{Ll}+(\s|$)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** `修改 DHCP 标签`: Chinese and Latin stand apart. */
function spaced(text: string): string {
  return text.replaceAll(/(\p{Script=Han})([A-Za-z])/gu, '$1 $2');
}
