import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import typescript from 'typescript';
import { aliases } from '#tests/support/aliases.ts';

/** A source file of ours as its syntax tree has it; paths count from the root. */
export type Source = {
  path: string;
  text: string;
  lines: number;
  /** What it imports, types included: statically, dynamically, as a worker or by a pattern. Packages are left out. */
  imports: Import[];
  comments: string[];
  /** `x as T` and `<T>x`; `as const` asserts nothing that the compiler does not know. */
  assertions: number;
};
export type Import = { specifier: string; path: string };

// as the package is imported here, each member is looked for whenever it is named, and there are a million nodes
const ts = { ...typescript };

export const root = resolve(import.meta.dirname, '../..');

export const sources: readonly Source[] = globSync('{domain,codegen,src,server,tests,bench}/**/*.{ts,tsx}', { cwd: root })
  .toSorted()
  .map(read);

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: Found = { specifiers: new Set(), comments: new Map(), assertions: 0 };
  visit(tree, text, found);
  const imports = [...found.specifiers].flatMap((specifier) => resolved(path, specifier).map((to) => ({ specifier, path: to })));
  return { path, text, lines: text.split('\n').length - 1, imports, comments: [...found.comments.values()], assertions: found.assertions };
}

type Found = { specifiers: Set<string>; comments: Map<number, string>; assertions: number };

function visit(node: typescript.Node, text: string, found: Found): void {
  const specifier = specifierOf(node);
  if (specifier && ts.isStringLiteralLike(specifier)) found.specifiers.add(specifier.text);
  if (isGlob(node)) for (const text of textsOf(node.arguments[0])) found.specifiers.add(text);
  if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type)) found.assertions++;
  // the text of JSX looks like comments where it holds an address
  if (node.kind !== ts.SyntaxKind.JsxText)
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ])
      found.comments.set(pos, text.slice(pos, end));
  ts.forEachChild(node, (child) => visit(child, text, found));
}

/** What an import, a re-export, `import()`, the type `import('…')` or `new URL('…', import.meta.url)` names. */
function specifierOf(node: typescript.Node): typescript.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'URL') {
    const [address, base] = node.arguments ?? [];
    return base && ts.isPropertyAccessExpression(base) && base.name.text === 'url' && ts.isMetaProperty(base.expression)
      ? address
      : undefined;
  }
  return undefined;
}

function isGlob(node: typescript.Node): node is typescript.CallExpression {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === 'glob' && ts.isMetaProperty(node.expression.expression);
}

function textsOf(node: typescript.Node | undefined): string[] {
  if (node && ts.isStringLiteralLike(node)) return [node.text];
  return node && ts.isArrayLiteralExpression(node) ? node.elements.flatMap(textsOf) : [];
}

/** Paths that a specifier means; none for a package. */
function resolved(from: string, specifier: string): string[] {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('/')) return globSync(plain.slice(1), { cwd: root });
  if (plain.startsWith('.')) return [relative(root, resolve(root, dirname(from), plain))];
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1);
    if (plain.startsWith(prefix)) return [relative(root, resolve(root, target.slice(0, -1) + plain.slice(prefix.length)))];
  }
  return [];
}

/** Groups of files that import each other in a circle. */
export function circles(files: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.map((each) => each.path)]));
  const seen = new Map<string, { order: number; lowest: number }>();
  const open: string[] = [];
  const groups: string[][] = [];
  const walk = (path: string): number => {
    const known = seen.get(path);
    if (known) return open.includes(path) ? known.order : Infinity;
    const mark = { order: seen.size, lowest: seen.size };
    seen.set(path, mark);
    open.push(path);
    for (const next of graph.get(path) ?? []) if (graph.has(next)) mark.lowest = Math.min(mark.lowest, walk(next));
    if (mark.lowest < mark.order) return mark.lowest;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) groups.push(group.toSorted());
    return Infinity;
  };
  for (const path of graph.keys()) walk(path);
  return groups;
}
