import { asObject, asText, isObject, texts, type JsonObject } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';
import { followReferences } from '#domain/reference.ts';
import { type LedgerRow, type RulesSource, ruleUses } from '../read/rules-source.ts';

/** docs/rules.md: every rule, format, limit and problem of the contract with its statement, its message in both languages and its test. */
export function rulesDoc(source: RulesSource): string {
  return `${[
    '# Rules',
    'Written by `npm run generate` from the schemas, `openapi/problems.yaml`, `locales/*/validation.json` and `tests/spec/ledger.csv`. A statement is named by its id in the ledger (section first); `ours` marks what the specification does not ask for.',
    '## Rules over several fields',
    table(['rule', 'in', 'over', 'level', 'statement', 'message', 'test'], ruleRows(source)),
    '## Formats of texts',
    table(['format', 'fields', 'statement', 'message', 'test'], formatRows(source)),
    '## Limits, choices and defaults',
    table(['statement', 'place', 'what the schema says', 'message', 'test'], limitRows(source)),
    '## Problems of the server',
    table(['code', 'status', 'statement', 'message', 'test'], problemRows(source)),
  ].join('\n\n')}\n`;
}

export function sourcesOf(entry: unknown): string[] {
  const { source } = asObject(entry);
  return typeof source === 'string' ? [source] : texts(source);
}

/** Rules whose sentences stand under another name. */
const families: Readonly<Record<string, string>> = { countByMode: 'count', maxCount: 'count' };

function ruleRows({ schemas, ledger, sentences, tests }: RulesSource): string[][] {
  return ruleUses(schemas).map(({ file, rule }) => {
    const use = asText(rule['use']) ?? '';
    const own = asText(rule['code']);
    const test = testsOf(sourcesOf(rule), ledger);
    return [
      `${use}${rule['with'] === undefined ? '' : ` ${JSON.stringify(rule['with'])}`}`,
      nameOf(file),
      texts(rule['over']).join(', '),
      asText(rule['level']) ?? 'error',
      sourcesOf(rule).join(', '),
      messages(own ? [own] : Object.keys(sentences.en).filter((code) => code.startsWith(`rule.${families[use] ?? use}.`)), sentences),
      test || mentions(tests, [`'${use}'`], 'domain/rules/'),
    ];
  });
}

function formatRows({ schemas, ledger, sentences, tests }: RulesSource): string[][] {
  const used = new Map<string, string[]>();
  for (const [file, schema] of schemas)
    visit(schema, (node, path) => {
      const format = asText(node['format']);
      if (format !== undefined && node['type'] === 'string') used.set(format, [...(used.get(format) ?? []), `${nameOf(file)}${path}`]);
    });
  return [...used]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([format, fields]) => {
      const rows = ledger.filter(({ where }) => where === `domain/formats/${format}.ts`);
      const test = `domain/formats/${format}.test.ts`;
      const shown = fields.slice(0, 4).join(', ');
      return [
        format,
        fields.length > 4 ? `${shown} and ${fields.length - 4} more` : shown,
        rows.map(({ id }) => id).join(', ') || 'ours',
        messages(
          Object.keys(sentences.en).filter((code) => code.startsWith(`${format}.`)),
          sentences,
        ),
        tests.has(test) ? test : '',
      ];
    });
}

const LIMITS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'multipleOf',
  'pattern',
  'format',
  'default',
  'enum',
  'const',
  'required',
  'uniqueItems',
];

function limitRows({ schemas, ledger, sentences }: RulesSource): string[][] {
  return ledger
    .filter(({ id, where }) => /^[3-9]\./.test(id) && where.startsWith('schemas/') && where.includes('#') && !where.endsWith('/x-ui/rules'))
    .flatMap(({ id, where, test }) => {
      const [file = '', pointer = ''] = where.split('#');
      const node = resolve(schemas, file, pointer.split('/').slice(1));
      const said = LIMITS.filter((key) => node?.[key] !== undefined);
      if (!node || (said.length === 0 && !/^[59]\./.test(id))) return [];
      const codes = said.map((key) => `schema.${key}`).filter((code) => sentences.en[code] !== undefined);
      return [
        [
          id,
          `${nameOf(file)}${pointer.replaceAll('/properties/', '.').replace(/^\./, ' ')}`,
          said.map((key) => `${key} ${shown(node[key])}`).join('; ') || 'condition',
          messages(codes, sentences),
          test,
        ],
      ];
    });
}

function problemRows({ problems, ledger, tests }: RulesSource): string[][] {
  return Object.entries(problems).map(([code, given]) => {
    const entry = asObject(given);
    const detail = asObject(entry['detail']);
    const service = entry['serviceCode'];
    return [
      service === undefined ? code : `${code} (${String(service)})`,
      String(entry['status']),
      sourcesOf(entry).join(', '),
      `${String(detail['zh'])} / ${String(detail['en'])}`,
      mentions(tests, [`'${code}'`, `"${code}"`, `\`${code}\``], 'tests/server/') ||
        testsOf(sourcesOf(entry), ledger) ||
        mentions(tests, [`'${code}'`]),
    ];
  });
}

function testsOf(ids: readonly string[], ledger: readonly LedgerRow[]): string {
  return [...new Set(ledger.filter(({ id, test }) => ids.includes(id) && test !== '').map(({ test }) => test))].slice(0, 2).join('; ');
}

/** The first test file, in the given folder, that has one of the texts. */
function mentions(tests: RulesSource['tests'], wanted: readonly string[], folder = ''): string {
  return [...tests].find(([file, text]) => file.startsWith(folder) && wanted.some((each) => text.includes(each)))?.[0] ?? '';
}

function messages(codes: readonly string[], { zh, en }: RulesSource['sentences']): string {
  return codes.map((code) => `${zh[code] ?? ''} / ${en[code] ?? ''}`).join('<br>');
}

function visit(node: unknown, onNode: (node: JsonObject, path: string) => void, path = ''): void {
  if (Array.isArray(node)) for (const each of node) visit(each, onNode, path);
  if (!isObject(node)) return;
  onNode(node, path);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') for (const [name, inner] of Object.entries(asObject(value))) visit(inner, onNode, `${path}.${name}`);
    else if (key === 'items') visit(value, onNode, `${path}[]`);
    else if (['allOf', 'anyOf', 'oneOf', 'then', 'else'].includes(key)) visit(value, onNode, path);
  }
}

/** The node at a pointer; a `$ref` into another file is followed, what stands beside it wins. */
function resolve(schemas: RulesSource['schemas'], file: string, parts: readonly string[]): JsonObject | undefined {
  let at = file;
  const lookUp = (reference: string): JsonObject | undefined => {
    at = new URL(reference.split('#')[0] ?? '', `file:///${at}`).pathname.slice(1);
    return schemas.get(at);
  };
  const follow = (value: unknown): unknown => (isObject(value) ? followReferences(value, lookUp) : value);
  const node = parts.reduce<unknown>((around, part) => follow(child(around, part)), follow(schemas.get(file)));
  return isObject(node) ? node : undefined;
}

function nameOf(file: string): string {
  return file.replace(/^schemas\/(?:entities|shared|values)\//, '').replace(/\.yaml$/, '');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
