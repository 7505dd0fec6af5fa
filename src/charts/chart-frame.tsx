import { type ReactNode, type RefObject, use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText } from '#domain/csv.ts';
import { Icon } from '#ui/icon.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { AboutChart } from './about.ts';
import type { Picture } from './canvas.tsx';
import { type LegendKey, posterOf } from './poster.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  /** Whether its title stands above it, and not what is around it. */
  named?: boolean;
  height: number;
  isEmpty: boolean;
  /** Why something, or everything, is missing. */
  reasons: readonly string[];
  /** The same numbers for those who read. */
  renderTable: () => ReactNode;
  /** The same numbers to take away, the heading first. */
  rows: () => readonly (readonly unknown[])[];
  /** What is taken away as a picture, and what its colours stand for. */
  picture: RefObject<Picture | null>;
  legend?: readonly LegendKey[];
  /** The picture itself. */
  children: ReactNode;
  /** What is said below it. */
  below?: ReactNode;
};

/** What stands around every chart: its title, a table of the same numbers, both to take away, and why something is missing. */
export function ChartFrame({
  title,
  named = true,
  height,
  isEmpty,
  reasons,
  renderTable,
  rows,
  picture,
  legend = [],
  children,
  below,
}: Props): ReactNode {
  const { t } = useTranslation('charts');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const look = useLook();
  const { from, to, isDemo } = use(AboutChart);
  const takePicture = (): void => {
    const taken = picture.current?.taken();
    if (!taken) return;
    const range = from !== undefined && to !== undefined ? [`${look.time(from)} – ${look.time(to)} (${look.zone(to)})`] : [];
    const about = [...range, ...(isDemo ? [t('source.demo')] : [])].join(' · ');
    const caption = { title, about: about === '' ? [] : [about], legend };
    posterOf(taken.canvas, caption, look, taken.scale).toBlob((blob) => blob && saveBlob(blob, `${title}.png`));
  };
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <h3 id={id} className={named ? undefined : 'rt-hidden'}>
          {title}
        </h3>
        <span className="chart-tools">
          <button type="button" className="btn btn-small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('table')}
          </button>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => saveBlob(new Blob([csvText(rows())], { type: 'text/csv;charset=utf-8' }), `${title}.csv`)}
            disabled={isEmpty}
          >
            CSV
          </button>
          <button type="button" className="btn btn-small" disabled={isEmpty || asTable} onClick={takePicture}>
            PNG
          </button>
        </span>
      </figcaption>
      {isEmpty ? (
        <p className="chart-none" style={{ height: Math.min(height, MOST_EMPTY) }} role="status">
          <Icon name="warning" size={16} />
          {reasons.length > 0 ? reasons.join(' · ') : t('gap.nothing')}
        </p>
      ) : asTable ? (
        renderTable()
      ) : (
        children
      )}
      {!isEmpty && reasons.length > 0 && <p className="chart-note">{reasons.join(' · ')}</p>}
      {below}
    </figure>
  );
}

/** A tall chart need not be missed in its whole height. */
const MOST_EMPTY = 240;

/** A table in place of a picture, as high as that; what scrolls is reached by keys. */
export function ChartTable({ title, height, children }: { title: string; height: number; children: ReactNode }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" style={{ maxHeight: Math.max(height, 160) }} tabIndex={0} role="region" aria-label={title}>
      <table>{children}</table>
    </div>
  );
}
