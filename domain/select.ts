import { isArray } from './json.ts';
import { child, joinPointer } from '#domain/pointer.ts';

export type Located = { pointer: string; value: unknown };

/**
 * The rows that `over` binds in a document, one cell per path and in the order of the paths.
 * A path is `name`, `network.mtu`, `lan[].lanIp`, `lan[].additionalIps[]` or `''` (the whole document).
 *
 * Paths that share an array are joined on its elements, outer values are repeated:
 * `['mode', 'lan[].lanIp', 'lan[].mask']` gives one row per LAN, each with the mode. Paths that part into different
 * arrays are not multiplied: the rows of the one follow those of the other, with the other's cells undefined.
 * A missing value is a cell with value undefined, its pointer where it would be (for an absent element, its array).
 * An array without elements gives no row, unless an outer value keeps one.
 */
export function selectRows(doc: unknown, over: readonly string[]): Located[][] {
  const root = newNode();
  over.forEach((path, column) => insert(root, path, column));
  return rowsOf(root, doc, '', over.length).map((row) => row.map((cell) => cell ?? NOWHERE));
}

const EACH = '[]';
/** Never seen: a finished row has a cell for every path. */
const NOWHERE: Located = { pointer: '', value: undefined };

/** A trie of the paths: `columns` are the paths that end here. */
type Node = { columns: number[]; children: Map<string, Node> };
/** A row under way: a slot per path, filled while the trie unwinds. */
type Row = (Located | undefined)[];

function newNode(): Node {
  return { columns: [], children: new Map() };
}

function insert(root: Node, path: string, column: number): void {
  let node = root;
  for (const step of stepsOf(path)) {
    let next = node.children.get(step);
    if (!next) node.children.set(step, (next = newNode()));
    node = next;
  }
  node.columns.push(column);
}

function stepsOf(path: string): string[] {
  return path
    .replaceAll(EACH, `.${EACH}`)
    .split('.')
    .filter((step) => step !== '');
}

function rowsOf(node: Node, value: unknown, pointer: string, width: number): Row[] {
  const shared: Row = Array.from({ length: width });
  for (const column of node.columns) shared[column] = { pointer, value };
  let keep = node.columns.length > 0;
  const rows: Row[] = [];
  for (const [step, next] of node.children) {
    const found =
      step === EACH ? elementRows(next, value, pointer, width) : rowsOf(next, child(value, step), joinPointer(pointer, step), width);
    if (branches(step, next)) {
      for (const row of found) rows.push(row);
      blank(next, { pointer: step === EACH ? pointer : joinPointer(pointer, step), value: undefined }, shared);
    } else {
      keep = true;
      for (const row of found) fill(shared, row);
    }
  }
  if (rows.length === 0) return keep ? [shared] : [];
  for (const row of rows) fill(row, shared);
  return rows;
}

function elementRows(node: Node, value: unknown, pointer: string, width: number): Row[] {
  if (!isArray(value)) return [];
  const rows: Row[] = [];
  value.forEach((element, index) => {
    for (const row of rowsOf(node, element, `${pointer}/${index}`, width)) rows.push(row);
  });
  return rows;
}

/** Whether this step can give other than exactly one row. */
function branches(step: string, node: Node): boolean {
  return step === EACH || [...node.children].some(([key, next]) => branches(key, next));
}

function blank(node: Node, cell: Located, row: Row): void {
  for (const column of node.columns) row[column] = cell;
  for (const next of node.children.values()) blank(next, cell, row);
}

function fill(row: Row, from: Row): void {
  for (let column = 0; column < row.length; column++) row[column] ??= from[column];
}
