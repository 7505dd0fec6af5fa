import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paging } from '#domain/paging.ts';
import { DEFAULT_SIZE, pageSizes } from '#resource/list-answer.ts';
import { Icon } from '#ui/icon.tsx';
import type { List } from '#list/use-list.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import type { PageState } from '#resource/url-state.ts';

type Props = { paging: Paging | undefined; list: List; state: PageState; onChange: ChangeState };

/** Where in the list one is; by number, or by cursor where the contract knows no numbers. */
export function Pager({ paging, list, state, onChange }: Props) {
  const { t, i18n } = useTranslation('resource');
  const sizeId = useId();
  const pageId = useId();
  const size = Math.min(state.size ?? DEFAULT_SIZE, paging?.max ?? Infinity);
  // of a list that is not counted to its end nobody knows the last page
  const pages = list.total === undefined || list.capped ? undefined : Math.max(Math.ceil(list.total / size), 1);
  const byCursor = paging?.cursor !== undefined;
  const hasNext = byCursor ? list.next !== undefined : pages === undefined ? list.rows.length === size : state.page < pages;
  const hasBefore = byCursor ? state.cursor !== undefined : state.page > 1;
  const count = new Intl.NumberFormat(i18n.language);
  const go = (page: number): void => onChange({ page });
  /** A page that is being typed outlives the arrival of another one. */
  const [typed, setTyped] = useState<string>();

  return (
    <nav className="rt-pager" aria-label={t('pager.label')}>
      <span className="rt-total" aria-live="polite">
        {list.total === undefined
          ? t('pager.shown', { count: list.rows.length })
          : t(list.capped ? 'pager.totalOver' : 'pager.total', { count: list.total, shown: count.format(list.total) })}
      </span>
      {paging && (
        <label htmlFor={sizeId} className="rt-size">
          {t('pager.size')}
          <select id={sizeId} value={size} onChange={(event) => onChange({ size: Number(event.target.value), page: 1, cursor: undefined })}>
            {[...new Set([...pageSizes(paging), size])]
              .toSorted((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </select>
        </label>
      )}
      {paging && (
        <span className="rt-steps">
          <button
            type="button"
            className="btn rt-icon"
            disabled={!hasBefore}
            aria-label={byCursor ? t('pager.first') : t('pager.previous')}
            onClick={() => (byCursor ? onChange({ cursor: undefined, page: 1 }) : go(state.page - 1))}
          >
            <Icon name="left" size={16} />
          </button>
          {!byCursor && (
            <label htmlFor={pageId}>
              <span className="rt-hidden">{t('pager.page')}</span>
              <input
                id={pageId}
                className="rt-page"
                inputMode="numeric"
                value={typed ?? state.page}
                onChange={(event) => setTyped(event.target.value)}
                onBlur={jump}
                onKeyDown={(event) => event.key === 'Enter' && jump()}
              />
              {pages !== undefined && <span>{t('pager.of', { pages: count.format(pages) })}</span>}
            </label>
          )}
          <button
            type="button"
            className="btn rt-icon"
            disabled={!hasNext}
            aria-label={t('pager.next')}
            onClick={() => onChange(byCursor ? { cursor: list.next, page: state.page + 1 } : { page: state.page + 1 })}
          >
            <Icon name="right" size={16} />
          </button>
        </span>
      )}
    </nav>
  );

  function jump(): void {
    const wanted = Number(typed ?? state.page);
    setTyped(undefined);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== state.page) go(Math.min(wanted, pages ?? wanted));
  }
}
