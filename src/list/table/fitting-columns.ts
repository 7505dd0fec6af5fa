/** Fewer say too little of a row: then the table rather scrolls. */
const LEAST = 3;

/** `least`: what a column can do with while another one would be left out. */
type Sized = { width: number; least?: number };

/** The first columns that stand side by side in so many pixels: the contract names what matters first. */
export function fittingColumns<C extends Sized>(columns: C[], room: number): C[] {
  let sum = 0;
  if (columns.every(({ width }) => (sum += width) <= room)) return columns;
  sum = 0;
  const over = columns.findIndex(({ width, least = width }) => (sum += least) > room);
  const kept = over < 0 ? columns : columns.slice(0, Math.max(LEAST, over));
  let left = room - kept.reduce((all, { width, least = width }) => all + least, 0);
  return kept.map((column) => {
    const { width, least = width } = column;
    if (least === width) return column;
    const more = Math.max(0, Math.min(width - least, left));
    left -= more;
    return { ...column, width: least + more };
  });
}
