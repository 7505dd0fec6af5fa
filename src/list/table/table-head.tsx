import { useTranslation } from 'react-i18next';
import type { RowShape } from './table-row.tsx';

type Props = {
  shape: RowShape;
  sort: string;
  onSort?: (property: string) => void;
  /** The page's rows: none, some or all selected. */
  selected: 'none' | 'some' | 'all';
  onSelectPage: () => void;
};

export function TableHead({ shape, sort, onSort, selected, onSelectPage }: Props) {
  const { t } = useTranslation('resource');
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {shape.Handle && (
          <th role="columnheader" scope="col" className="rt-handle">
            <span className="rt-hidden">{t('table.order')}</span>
          </th>
        )}
        {shape.selectName && (
          <th role="columnheader" scope="col" className="rt-select">
            <input
              type="checkbox"
              aria-label={t('table.selectPage')}
              checked={selected === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selected === 'some';
              }}
              onChange={onSelectPage}
            />
          </th>
        )}
        {shape.columns.map(({ key, label, sortable, align }, at) => (
          <th
            key={key}
            role="columnheader"
            scope="col"
            data-align={align}
            className={at === 0 ? 'rt-first' : undefined}
            aria-sort={sortable && onSort ? ariaSort(sort, key) : undefined}
          >
            {sortable && onSort ? (
              <button type="button" className="rt-sort" onClick={() => onSort(key)}>
                <span className="rt-clip">{label}</span>
                <span aria-hidden className="rt-arrows" data-sort={ariaSort(sort, key)} />
              </button>
            ) : (
              <span className="rt-clip" title={label}>
                {label}
              </span>
            )}
          </th>
        ))}
        {shape.Actions && (
          <th role="columnheader" scope="col" className="rt-actions">
            {t('table.actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

function ariaSort(sort: string, property: string): 'ascending' | 'descending' | 'none' {
  if (sort === property) return 'ascending';
  return sort === `-${property}` ? 'descending' : 'none';
}
