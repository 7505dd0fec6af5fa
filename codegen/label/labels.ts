import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Labels, Language } from '#domain/model.ts';
import { humanise, kebabCase, plural } from '../names.ts';
import type { Contract } from '../read/contract.ts';
import type { Files } from '../read/files.ts';
import { Remembered } from '../remembered.ts';
import type { Words } from '../annotate/annotate.ts';

type File = Partial<Labels>;

/** Labels as people wrote them, in schemas and in the files of entities, by file name without its ending. */
export class LabelFiles {
  readonly of: (language: Language, file: string) => File;

  /** `root`: of our own contract, beside which the files stand. */
  constructor({ own, root, labels, files, memory, document }: Contract) {
    const zh = own ? readChinese(root, files) : new Map<string, File>();
    const en = new Map<string, File>();
    for (const [component, said] of labels) {
      const file = kebabCase(component);
      const written = zh.get(file) ?? NONE;
      en.set(file, said.en);
      zh.set(
        file,
        both.of(memory, file, [said.zh, written], () => merged(said.zh, written)),
      );
    }
    const ways = {
      zh: document.lookups.noted('zh labels', (file) => zh.get(file) ?? NONE),
      en: document.lookups.noted('en labels', (file) => en.get(file) ?? NONE),
    };
    this.of = (language, file) => ways[language](file);
  }
}

const NONE: File = {};
const both = new Remembered<File>();

function readChinese(root: string, files: Files): Map<string, File> {
  const folder = join(root, 'locales/zh/entities');
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.toSorted().map((name) => [basename(name, '.json'), files.json(join(folder, name)) as File]));
}

function merged(schema: File, file: File): File {
  return {
    ...file,
    title: file.title ?? schema.title,
    fields: { ...schema.fields, ...file.fields },
    help: { ...schema.help, ...file.help },
    groups: { ...schema.groups, ...file.groups },
    enums: { ...schema.enums, ...file.enums },
  };
}

export type LabelInput = {
  file: string;
  title: string;
  /** Of settings there is one. */
  single?: boolean;
  words: Map<string, Words>;
  groups: string[];
  actions: Map<string, string>;
  /** What each of them does. */
  actionHelp?: Map<string, string>;
};

/** Both languages of one resource; English from the contract's titles, Chinese from its label files. */
export function buildLabels(input: LabelInput, files: LabelFiles, missing: string[] | undefined): Record<Language, Labels> {
  return { en: english(input, files), zh: chinese(input, files, missing) };
}

function english(input: LabelInput, files: LabelFiles): Labels {
  const labels: Labels = {
    title: input.title,
    plural: input.single ? input.title : plural(input.title),
    fields: {},
    help: {},
    enums: {},
    groups: {},
    actions: Object.fromEntries(input.actions),
  };
  const own = files.of('en', input.file);
  for (const [path, words] of input.words) {
    if (path !== '')
      labels.fields[path] =
        own.fields?.[path] ??
        words.title ??
        spoken(words, humanise(words.name || (path.split('.').at(-1) ?? path).replaceAll(/[[\]{}]/g, '')));
    if (words.description !== undefined) labels.help[path] = words.description;
    if (words.values !== undefined)
      labels.enums[path] = enumLabels(
        words,
        (value) => lookUpEnum(files, 'en', input.file, path, words, value) ?? words.valueTitles?.[value] ?? humanise(value),
      );
    const special = specialWords(files, 'en', input.file, path, words);
    if (special !== undefined) labels.enums[path] = { ...special, ...labels.enums[path] };
  }
  for (const group of input.groups) labels.groups[group] = own.groups?.[group] ?? humanise(group);
  if (input.actionHelp?.size) labels.actionHelp = Object.fromEntries(input.actionHelp);
  return labels;
}

/** Who chooses a device reads its name, and never the id that is sent. */
function spoken({ refers }: Words, name: string): string {
  return refers ? name.replace(/(?<=.) IDs?$/, '') : name;
}

function chinese(input: LabelInput, files: LabelFiles, missing: string[] | undefined): Labels {
  const note = (what: string, fallback: string): string => {
    missing?.push(`${input.file}: ${what}`);
    return fallback;
  };
  const own = files.of('zh', input.file);
  const fallback = english(input, files);
  const [lone] = input.single ? input.actions.keys() : [];
  const title = own.title ?? (lone === undefined ? undefined : files.of('zh', 'common').actions?.[lone]) ?? note('title', input.title);
  // Chinese has one word for one and for many
  const labels: Labels = { title, plural: title, fields: {}, help: {}, enums: {}, groups: {}, actions: {} };
  for (const [path, words] of input.words) {
    if (path !== '' && !path.endsWith('[]') && !path.endsWith('{}'))
      labels.fields[path] = lookUpField(files, input.file, path, words) ?? note(`field ${path}`, fallback.fields[path]!);
    const help = own.help?.[path] ?? fromOrigins(files, words, path, (file, at) => file.help?.[at]) ?? helpOfParameter(files, words);
    if (help !== undefined && words.description === undefined) note(`help ${path} is in Chinese only`, help);
    if (help !== undefined) labels.help[path] = help;
    else if (words.description !== undefined) labels.help[path] = note(`help ${path}`, words.description);
    if (words.values !== undefined) {
      labels.enums[path] = enumLabels(
        words,
        (value) => lookUpEnum(files, 'zh', input.file, path, words, value) ?? note(`enum ${path} ${value}`, fallback.enums[path]![value]!),
      );
    }
    const special = specialWords(files, 'zh', input.file, path, words);
    if (special !== undefined) labels.enums[path] = { ...special, ...labels.enums[path] };
  }
  for (const group of input.groups)
    labels.groups[group] =
      own.groups?.[group] ?? files.of('zh', 'common').groups?.[group] ?? note(`group ${group}`, fallback.groups[group]!);
  for (const [id, summary] of input.actions)
    labels.actions[id] = own.actions?.[id] ?? files.of('zh', 'common').actions?.[id] ?? note(`action ${id}`, summary);
  if (input.actionHelp?.size) {
    const common = files.of('zh', 'common').actionHelp;
    labels.actionHelp = Object.fromEntries(
      [...input.actionHelp].map(([id, text]) => [id, own.actionHelp?.[id] ?? common?.[id] ?? note(`help of action ${id}`, text)]),
    );
  }
  return labels;
}

function enumLabels(words: Words, label: (value: string) => string): Record<string, string> {
  return Object.fromEntries((words.values ?? []).map((value) => [String(value), label(String(value))]));
}

/** Parameters of many operations are explained once. */
function helpOfParameter(files: LabelFiles, { name, description }: Words): string | undefined {
  return description === undefined ? undefined : files.of('zh', 'common').help?.[name];
}

function lookUpField(files: LabelFiles, file: string, path: string, words: Words): string | undefined {
  return (
    files.of('zh', file).fields?.[path] ??
    // what the owner calls a property tells it from others of the same kind, as the kind's own title does not
    fromOrigins(files, words, path, (entry, at) => (at === '' ? undefined : entry.fields?.[at])) ??
    fromOrigins(files, words, path, (entry, at) => (at === '' ? entry.title : undefined)) ??
    files.of('zh', 'common').fields?.[words.name]
  );
}

function lookUpEnum(files: LabelFiles, language: Language, file: string, path: string, words: Words, value: string): string | undefined {
  return (
    files.of(language, file).enums?.[path]?.[value] ??
    fromOrigins(files, words, path, (entry, at) => entry.enums?.[at]?.[value], language) ??
    files.of(language, 'common').enums?.[words.name]?.[value]
  );
}

/** Words for single values of what is no enumeration (0 means none), and for the absence of one (''). */
function specialWords(
  files: LabelFiles,
  language: Language,
  file: string,
  path: string,
  words: Words,
): Readonly<Record<string, string>> | undefined {
  const found = files.of(language, file).enums?.[path] ?? fromOrigins(files, words, path, (entry, at) => entry.enums?.[at], language);
  if (found === undefined || words.values === undefined) return found;
  return found[''] === undefined ? undefined : { '': found[''] };
}

/** Innermost component first: a value's own file names it wherever it is used. */
function fromOrigins<T = string>(
  files: LabelFiles,
  words: Words,
  path: string,
  pick: (file: File, at: string) => T | undefined,
  language: Language = 'zh',
): T | undefined {
  for (const origin of words.origins.toReversed()) {
    const at = origin.at === '' ? path : path.slice(origin.at.length).replace(/^\./, '');
    const found = pick(files.of(language, kebabCase(origin.component)), at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Among other columns the name of a plan is the plan's name. */
export function withHolders(labels: Labels, paths: readonly string[]): Labels {
  if (paths.length === 0) return labels;
  const called = (path: string): string => labels.fields[path] ?? humanise(path.slice(path.lastIndexOf('.') + 1));
  const fields = paths.map((path) => {
    const [holder, own] = [called(path.slice(0, path.lastIndexOf('.'))), called(path)];
    return [path, /^\p{Lu}\p{Ll}/u.test(own) ? `${holder} ${own.charAt(0).toLowerCase()}${own.slice(1)}` : `${holder} ${own}`];
  });
  return { ...labels, fields: { ...labels.fields, ...Object.fromEntries(fields) } };
}
