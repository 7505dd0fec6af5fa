import { useDerived } from '#form/form-context.ts';
import type { Field } from '#domain/model.ts';
import { isFlat } from '#form/grid/grid-columns.ts';
import { deferred } from '#ui/deferred.tsx';

const MANY = 50;

const CardsView = deferred<Props>(() => import('./cards-view.tsx').then((module) => module.CardsView));
const Grid = deferred<Props>(() => import('#form/grid/grid.tsx').then((module) => module.Grid));

type Props = { field: Field; pointer: string };

/** Rows as cards; what may exceed 50 rows is a virtual grid. An unlimited array is one if its rows are flat, or once it is long. */
export function ArrayView({ field, pointer }: Props) {
  const long = useDerived(pointer, (value) => Array.isArray(value) && value.length > MANY);
  const max = field.limits?.maxItems;
  const grid =
    field.widget === 'grid' ||
    (field.widget !== 'cards' && field.items?.kind === 'object' && (long || (max === undefined ? isFlat(field.items) : max > MANY)));
  if (!grid) return <CardsView field={field} pointer={pointer} />;
  return <Grid field={field} pointer={pointer} />;
}
