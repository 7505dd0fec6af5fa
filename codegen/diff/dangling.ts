import type { Field, Labels, Language, Resource } from '#domain/model.ts';
import { allFields, pathsNowhere } from '../field-paths.ts';
import { type Difference, pointerOf } from './change.ts';
import type { Side } from './side.ts';

/** Rules that name what is there no more: they stay in the contract, and never find anything again. */
export function danglingRules(before: Resource, after: Resource): Difference[] {
  const pointer = `${pointerOf(after.item, '')}/x-ui/rules`;
  return after.rules.flatMap((rule) =>
    pathsNowhere(after, rule)
      .filter((path) => before.rules.every((was) => pathsNowhere(before, was).every((other) => other !== path)))
      .map((path) => ({ kind: 'BREAK', words: `rule ${rule.use} is over ${path}, which is gone`, pointer, names: [path] }) as const),
  );
}

/** Headings of files that people keep, by which nothing is filled in any more: what had them is gone, or is called otherwise in every language. */
export function danglingColumns(before: Filled, after: Filled, renamed: ReadonlyMap<string, string>): Difference[] {
  const [old, now] = [columnsOf(before), columnsOf(after)];
  if (old.size === 0 || now.size === 0) return [];
  const read = Map.groupBy(
    [...now].flatMap(([path, headings]) => headings.map((heading) => ({ path, heading }))),
    ({ heading }) => heading,
  );
  const pointer = (path: string): string => pointerOf(after.resource.operations.create[0]?.body?.schema ?? after.resource.item, path);
  return [...old].flatMap(([path, headings]): Difference[] => {
    const is = now.has(path)
      ? path
      : path
          .split('.')
          .map((name) => renamed.get(name) ?? name)
          .join('.');
    const lost = headings
      .filter((heading) => heading !== path && !read.get(heading)?.some((each) => each.path === is))
      .map((heading) => `“${heading}”`);
    if (!now.has(is))
      return [{ kind: 'BREAK', words: `import column ${path} fills nothing any more`, pointer: pointer(path), names: [path] }];
    if (lost.length === 0) return [];
    const words = `files with the import column ${lost.join(', ')} leave ${is} empty until somebody says what it means`;
    return [{ kind: 'LABEL', words, pointer: pointer(is), names: [] }];
  });
}

type Filled = { resource: Resource; labels: Record<Language, Labels> };

/** What one column of a file may fill, with what such a column may be called. */
function columnsOf({ resource: { operations, schemas }, labels }: Filled): Map<string, string[]> {
  const key = operations.create[0]?.body?.schema;
  const root = key === undefined ? undefined : schemas[key];
  return new Map(
    (root ? leaves(root) : []).map(({ path }) => {
      const called = [labels.zh.fields[path], labels.en.fields[path]].filter((heading) => heading !== undefined);
      return [path, [...new Set([path, ...called])]];
    }),
  );
}

function leaves({ fields = [] }: Field): Field[] {
  return fields.flatMap((field) => {
    if (field.readOnly || field.const !== undefined) return [];
    return field.kind === 'object' && field.fields ? leaves(field) : [field];
  });
}

/** Code of ours that still names what only got another name: the contract means something else now, or nothing. */
export function danglingCode(
  found: readonly Difference[],
  there: ReadonlySet<string>,
  uses: (names: readonly string[]) => string[],
): Difference[] {
  return found.flatMap(({ kind, pointer, names: [was = '', is = ''] }): Difference[] =>
    kind === 'RENAME' && !there.has(was) && uses([was]).length > 0
      ? [{ kind: 'BREAK', words: `code of ours still names ${was}, which is called ${is}`, pointer, names: [was] }]
      : [],
  );
}

/** What resources, operations, parameters and properties are called. */
export function namesIn({ built: { resources, forms } }: Side): ReadonlySet<string> {
  return new Set([
    ...resources.flatMap(({ resource: { name, schemas, operations } }) => [
      name,
      ...Object.values(operations).flatMap((list) => list.flatMap(({ id, query }) => [id, ...query.map((each) => each.name)])),
      ...Object.values(schemas).flatMap((tree) => allFields(tree).map((field) => field.name)),
    ]),
    ...forms.flatMap(({ operation, schemas }) => [
      operation.id,
      ...operation.query.map(({ name }) => name),
      ...Object.values(schemas).flatMap((tree) => allFields(tree).map((field) => field.name)),
    ]),
  ]);
}
