import { asObject, asText } from '#domain/json.ts';
import type { Generated } from '#codegen/generate.ts';

/** What of a page `docs/foreign-contracts.md` says, as its cells; what a person thinks of it stands in one more. */
export type PageRow = { title: string; path: string; cells: readonly string[] };
/** What was made of a contract, as the document says it. */
export type ForeignPages = { rows: PageRow[]; settings: string[]; forms: string[] };

const verbs = ['list', 'get', 'create', 'update', 'delete'] as const;
const code = (text: string): string => `\`${text}\``;

export function pagesOf(generated: Generated): ForeignPages {
  const { built, output } = generated;
  const report = asObject(JSON.parse(output.get('report.json') ?? '{}'));
  const plurals = new Map(built.resources.map(({ resource, labels }) => [resource.name, labels.en.plural]));
  const { navigation } = asObject(JSON.parse(output.get('model/index.json') ?? '{}'));
  const above = new Map<unknown, unknown>();
  for (const { tabs } of listOfObjects(navigation)) {
    const [first, ...others] = Array.isArray(tabs) ? tabs : [];
    for (const other of others) above.set(other, first);
  }
  const rows = built.resources.flatMap(({ resource }): PageRow[] => {
    if (resource.settings) return [];
    const { name, path, label, columns, operations } = resource;
    const holder = above.get(name);
    const below = holder === undefined ? '' : `, below ${plurals.get(String(holder))}`;
    const actions = operations.actions.length;
    const several = operations.bulk.filter(({ ids }) => ids !== undefined).length;
    const calls = [
      ...verbs.filter((verb) => operations[verb].length > 0),
      ...(actions === 0 ? [] : [`${actions} ${actions === 1 ? 'action' : 'actions'}`]),
      ...(several === 0 ? [] : [`${several} on several rows`]),
    ];
    const title = plurals.get(name) ?? name;
    return [{ title, path, cells: [title, code(path) + below, calls.join(', '), code(label), columns.map(code).join(' ')] }];
  });
  const settings = built.resources.flatMap(({ resource, labels }) =>
    resource.settings ? [`${labels.en.title} (${code(resource.path)})`] : [],
  );
  return { rows, settings, forms: (Array.isArray(report['forms']) ? report['forms'] : []).map((id) => code(asText(id) ?? '')) };
}

function listOfObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
