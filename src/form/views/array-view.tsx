import { useDerived } from '#form/form-context.ts';
import type { Field } from '#domain/model.ts';
import { isFlat } from '#form/grid/grid-columns.ts';
import { deferred } from '#ui/deferred.tsx';

const MANY = 50;

const CardsView = deferred<Props>(() => import('./cards-view.tsx').then((module) => module.CardsView));
const Grid = deferred<Props>(() => import('#form/grid/grid.tsx').then((module) => module.Grid));

type Props = { field: Field; pointer: string };

/** `long`: it has more than 50 rows already. */
export function isGrid({ widget, items, limits }: Field, long: boolean): boolean {
  const max = limits?.maxItems;
  return (
    widget === 'grid' || (widget !== 'cards' && items?.kind === 'object' && (long || (max === undefined ? isFlat(items) : max > MANY)))
  );
}

/** Rows as cards; what may exceed 50 rows is a virtual grid. An unlimited array is one if its rows are flat, or once it is long. */
export function ArrayView({ field, pointer }: Props) {
  const long = useDerived(pointer, (value) => Array.isArray(value) && value.length > MANY);
  if (!isGrid(field, long)) return <CardsView field={field} pointer={pointer} />;
  return <Grid field={field} pointer={pointer} />;
}
