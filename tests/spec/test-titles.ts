import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { isObject } from '#domain/json.ts';
import { root } from '#tests/spec/contract.ts';
import { listOf, sure } from '#tests/support/shape.ts';
import { aliases } from '#tests/support/aliases.ts';

/** What is read of the syntax; which of it a node has goes by its type. */
type Node = {
  type: string;
  name?: string;
  value?: unknown;
  regex?: unknown;
  bigint?: unknown;
  id?: unknown;
  body?: unknown;
  declaration?: unknown;
  arguments?: Node[];
  elements?: Node[];
  callee?: Node;
  object?: Node;
  property?: Node;
  expression?: Node;
  quasis?: { value: { cooked: string } }[];
  declarations?: { id: Node; init: Node | null }[];
  source?: { value: string };
  specifiers?: { imported?: Node; local: Node }[];
};
type Module = {
  /** Whether it can declare tests at all. */
  ofTests: boolean;
  functions: Map<string, Node>;
  constants: Map<string, Node>;
  imports: Map<string, { file: string; name: string }>;
};
type Declared = { file: string; body: unknown };
type Callee = { name: string; table?: Node | undefined };

const ANYTHING = '[\\s\\S]*';
const isTest = /^(?:test|it)$/;
const read = new Map<string, { program: Node; module: Module }>();

/**
 * Full titles of the tests that a file declares, without running it: one expression each. What is known only at run time
 * (a title that is computed, a table that is no literal) stands for anything; the end of `npm test` looks at what ran.
 */
export function titlesOf(file: string): RegExp[] {
  const found: string[] = [];
  collect(parse(file).program, file, [], found);
  return found.map((source) => new RegExp(`^${source}$`));
}

function collect(node: unknown, file: string, above: string[], found: string[], stack: unknown[] = []): void {
  if (Array.isArray(node)) return node.forEach((each) => collect(each, file, above, found, stack));
  // what stands in a function is declared where it is called
  if (!isObject(node) || node['type'] === 'FunctionDeclaration') return;
  if (!isNode(node) || node.type !== 'CallExpression')
    return childrenOf(node).forEach((child) => collect(child, file, above, found, stack));
  const args = node.arguments ?? [];
  const callee = calleeOf(node.callee);
  if (callee && isTest.test(callee.name))
    return void found.push(...titles(args[0], callee, file).map((title) => [...above, title].join(' > ')));
  if (callee?.name === 'describe') {
    for (const title of titles(args[0], callee, file)) collect(args.slice(1), file, [...above, title], found, stack);
    return;
  }
  const called = callee && declared(callee.name, file);
  if (called && !stack.includes(called.body)) collect(called.body, called.file, above, found, [...stack, called.body]);
  childrenOf(node).forEach((child) => collect(child, file, above, found, stack));
}

/** `test`, `test.skipIf(…)`, `test.each(table)`: the name at the root, and the table. */
function calleeOf(node: Node | undefined): Callee | undefined {
  if (node?.type === 'Identifier') return { name: node.name ?? '' };
  if (node?.type === 'MemberExpression') return calleeOf(node.object);
  if (node?.type !== 'CallExpression') return undefined;
  const inner = node.callee;
  const below = calleeOf(inner);
  const method = inner?.type === 'MemberExpression' ? inner.property?.name : undefined;
  return below && (method === 'each' || method === 'for' ? { ...below, table: node.arguments?.[0] } : below);
}

function titles(node: Node | undefined, { table }: Callee, file: string): string[] {
  if (node?.type === 'TemplateLiteral') return [(node.quasis ?? []).map(({ value }) => escape(value.cooked)).join(ANYTHING)];
  if (node?.type !== 'Literal' || typeof node.value !== 'string') return [ANYTHING];
  const text = node.value;
  if (!table) return [escape(text)];
  const rows = rowsOf(table, file);
  return rows ? rows.map((row) => filled(text, row)) : [filled(text, undefined)];
}

/** The entries of a table that is written down, as lists of arguments. */
function rowsOf(table: Node, file: string): Node[][] | undefined {
  const node = bare(table);
  if (node.type === 'Identifier') {
    const constant = parse(file).module.constants.get(node.name ?? '');
    return constant && rowsOf(constant, file);
  }
  const elements = node.type === 'ArrayExpression' ? (node.elements ?? []).map(bare) : [];
  if (elements.length === 0 || elements.some(({ type }) => type === 'SpreadElement')) return undefined;
  return elements.map((each) => (each.type === 'ArrayExpression' ? (each.elements ?? []).map(bare) : [each]));
}

/** A title with the arguments of one row in it, as the runner writes them. */
function filled(text: string, row: Node[] | undefined): string {
  if (/\$\w/.test(text)) return escape(text).replaceAll(/\\\$[\w.\\]+/g, ANYTHING);
  let at = 0;
  return text
    .split(/(%[sdifjoO#$%])/)
    .map((part) => {
      if (!/^%[sdifjoO#$]$/.test(part)) return escape(part === '%%' ? '%' : part);
      const argument = row?.[at++];
      if (argument?.type !== 'Literal' || argument.regex !== undefined || argument.bigint !== undefined) return ANYTHING;
      return /%[sdij]/.test(part) ? escape(part === '%j' ? JSON.stringify(argument.value) : String(argument.value)) : ANYTHING;
    })
    .join('');
}

/** A function of this file, or of one of ours that it imports. */
function declared(name: string, file: string): Declared | undefined {
  const { functions, imports, ofTests } = parse(file).module;
  const here = functions.get(name);
  if (here) return ofTests ? { file, body: here.body } : undefined;
  const from = imports.get(name);
  return from && existsSync(join(root, from.file)) ? declared(from.name, from.file) : undefined;
}

function parse(file: string): { program: Node; module: Module } {
  const known = read.get(file);
  if (known) return known;
  const program = sure<Node>(parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }), isNode);
  const module: Module = { ofTests: false, functions: new Map(), constants: new Map(), imports: new Map() };
  for (const statement of sure(program.body, listOf(isNode))) note(statement, file, module);
  read.set(file, { program, module });
  return { program, module };
}

function note(statement: Node, file: string, module: Module): void {
  const { functions, constants, imports } = module;
  const node = statement.type === 'ExportNamedDeclaration' && isNode(statement.declaration) ? statement.declaration : statement;
  if (node.type === 'FunctionDeclaration') functions.set(nameOf(node.id), node);
  if (node.type === 'VariableDeclaration') for (const { id, init } of node.declarations ?? []) if (init) constants.set(nameOf(id), init);
  if (node.type !== 'ImportDeclaration') return;
  const source = node.source?.value ?? '';
  if (source === 'vitest') module.ofTests = true;
  const target = resolved(source, file);
  for (const { imported, local } of node.specifiers ?? [])
    if (target && imported) imports.set(nameOf(local), { file: target, name: nameOf(imported) });
}

function resolved(specifier: string, file: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const alias = Object.entries(aliases).find(([pattern]) => specifier.startsWith(pattern.replace('*', '')));
  return alias && join(alias[1].replace('*', ''), specifier.slice(alias[0].length - 1));
}

function bare(node: Node): Node {
  return /^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type) && node.expression ? bare(node.expression) : node;
}

function childrenOf(node: object): unknown[] {
  return Object.values(node).filter((value) => typeof value === 'object' && value !== null);
}

function nameOf(node: unknown): string {
  return isNode(node) ? (node.name ?? '') : '';
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value['type'] === 'string';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
