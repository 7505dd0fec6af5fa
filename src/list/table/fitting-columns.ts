/** Fewer say too little of a row: then the table rather scrolls. */
const LEAST = 3;

/** The first columns that stand side by side in so many pixels: the contract names what matters first. */
export function fittingColumns<C extends { width: number }>(columns: C[], room: number): C[] {
  let sum = 0;
  const over = columns.findIndex(({ width }) => (sum += width) > room);
  return over < 0 ? columns : columns.slice(0, Math.max(LEAST, over));
}
