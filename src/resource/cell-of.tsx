import { cellFor } from '#cells/registry.ts';
import type { Field, Json } from '#domain/model.ts';
import { itemOfList } from './fields.ts';
import type { Row } from './list-answer.ts';
import type { Scope } from './scope.ts';

/** What a cell needs to know of where it stands. */
export type Wording = Pick<Scope, 'labels' | 'language'>;

type Props = { field: Field; value: Json | undefined; scope: Wording; row: Row };

/** One value, or every one of a list of scalars. */
export function CellOf({ field, value, scope, row }: Props) {
  if (field.kind === 'array' && Array.isArray(value) && value.length > 0) {
    const item = itemOfList(field);
    return (
      <span className="rd-items">
        {value.map((each, index) => (
          <span key={index}>
            <CellOf field={item} value={each} scope={scope} row={row} />
          </span>
        ))}
      </span>
    );
  }
  const Cell = cellFor(field);
  return <Cell field={field} value={value} row={row} labels={scope.labels} language={scope.language} />;
}
