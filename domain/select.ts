import { child, joinPointer } from '#domain/pointer.ts';

export type Located = { pointer: string; value: unknown };

/**
 * The rows that `over` binds in a document, one cell per path and in the order of the paths.
 * A path is `name`, `network.mtu`, `lan[].lanIp`, `lan[].additionalIps[]` or `''` (the whole document).
 *
 * Paths that share an array are joined on its elements, outer values are repeated:
 * `['mode', 'lan[].lanIp', 'lan[].mask']` gives one row per LAN, each with the mode. Paths that part into different
 * arrays are not multiplied: the rows of the one follow those of the other, with the other's cells undefined.
 * A value that is missing is a cell with value undefined, its pointer where it would be (for an absent element, its array).
 * An array without elements gives no row, unless an outer value keeps one.
 */
export function selectRows(doc: unknown, over: readonly string[]): Located[][] {
  const root = newNode();
  over.forEach((path, column) => insert(root, path, column));
  return rowsOf(root, doc, '').map((cells) => over.map((_, column) => cells.get(column) ?? absent(root, column)));
}

const EACH = '[]';

type Node = { columns: number[]; children: Map<string, Node> };
type Cells = Map<number, Located>;

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
    .split('.')
    .flatMap((part) => part.replaceAll(EACH, `\0${EACH}`).split('\0'))
    .filter((step) => step !== '');
}

function rowsOf(node: Node, value: unknown, pointer: string): Cells[] {
  const own: Cells = new Map(node.columns.map((column) => [column, { pointer, value }]));
  let rows: Cells[] = [];
  const single: Cells[] = [own];
  for (const [step, next] of node.children) {
    const found = step === EACH ? elementRows(next, value, pointer) : rowsOf(next, child(value, step), joinPointer(pointer, step));
    // a branch without arrays has exactly one row: its cells go to every row of the others
    if (step !== EACH && !hasArray(next)) single.push(...found);
    else rows = rows.concat(found.length > 0 ? found : missingRow(next, pointer, step));
  }
  const shared = new Map(single.flatMap((cells) => [...cells]));
  if (rows.length === 0) return shared.size > 0 ? [shared] : [];
  const bound = rows.filter((cells) => cells.size > 0);
  if (bound.length === 0) return shared.size > 0 ? [shared] : [];
  return bound.map((cells) => new Map([...shared, ...cells]));
}

function elementRows(node: Node, value: unknown, pointer: string): Cells[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((element, index) => rowsOf(node, element, `${pointer}/${index}`));
}
