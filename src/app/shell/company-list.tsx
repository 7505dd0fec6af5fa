import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactNode, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '#api/context.ts';
import { companyPage, pageSize } from '#app/companies.ts';
import { useDebounced } from '#app/shell/use-debounced.ts';

type CompanyListProps = {
  companyId: string | undefined;
  withAll: boolean;
  onPick: (company: Company | undefined) => void;
  onClose: () => void;
};
type Option = { key: string; label: string; company: Company | undefined; chosen: boolean };

/** Spec section 9: 20 a page, the search waits 300 ms. */
const searchDelay = 300;

/** A search field with the companies that match it below (ARIA combobox: the field keeps the focus). */
export function CompanyList({ companyId, withAll, onPick, onClose }: CompanyListProps): ReactNode {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const keyword = useDebounced(text.trim(), searchDelay);
  const id = useId();
  const found = useInfiniteQuery({
    queryKey: ['company-switch', keyword],
    queryFn: ({ pageParam, signal }) => companyPage(keyword, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < pageSize ? undefined : all.length * pageSize),
  });
  const companies = found.data?.pages.flat() ?? [];
  const options: Option[] = [
    ...(withAll && keyword === '' ? [{ key: 'all', label: t('mode.global'), company: undefined, chosen: companyId === undefined }] : []),
    ...companies.map((company) => ({ key: company.id, label: company.name, company, chosen: company.id === companyId })),
  ];
  const at = Math.min(active, options.length - 1);
  const more = (): void => {
    if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
  };
  const move = (next: number): void => {
    setActive(Math.max(0, Math.min(next, options.length - 1)));
    if (next >= options.length - 2) more();
    document.getElementById(`${id}-${Math.max(0, next)}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = options[at];
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && chosen !== undefined) onPick(chosen.company);
    else return;
    event.preventDefault();
  };
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 80) more();
  };
  return (
    <>
      <input
        className="input"
        type="search"
        role="combobox"
        aria-label={t('company.search')}
        placeholder={t('company.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={id}
        className="company-options"
        role="listbox"
        aria-label={t('company.choose')}
        aria-busy={found.isFetching}
        onScroll={onScroll}
      >
        {options.map(({ key, label, company, chosen }, index) => (
          // the field above has the focus and the keys
          <li
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen}
            data-active={index === at}
            onClick={() => onPick(company)}
          >
            {label}
          </li>
        ))}
      </ul>
      <p className="company-state" role="status">
        {found.isError ? t('company.failed') : found.isFetching ? t('ui.loading') : options.length === 0 ? t('company.none') : ''}
      </p>
    </>
  );
}
