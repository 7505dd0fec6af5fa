import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '#api/workspace.ts';
import { PickList, type PickOption } from '#ui/pick-list.tsx';
import { companyPage, pageSize } from './companies.ts';
import { searchDelay, useDebounced } from './search-delay.ts';

type CompanyListProps = {
  companyId: string | undefined;
  withAll: boolean;
  onPick: (company: Company | undefined) => void;
  onClose: () => void;
};
type Option = PickOption & { company: Company | undefined };

/** The companies that match what is typed, a page at a time. A list that fails is empty (spec section 8). */
export function CompanyList({ companyId, withAll, onPick, onClose }: CompanyListProps): ReactNode {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), searchDelay);
  const found = useInfiniteQuery({
    queryKey: ['company-switch', keyword],
    queryFn: ({ pageParam, signal }) => companyPage(keyword, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < pageSize ? undefined : all.length * pageSize),
  });
  const options: Option[] = [
    ...(withAll && keyword === '' ? [{ key: 'all', label: t('mode.global'), company: undefined, chosen: companyId === undefined }] : []),
    ...(found.data?.pages.flat() ?? []).map((company) => ({
      key: company.id,
      label: company.name,
      company,
      chosen: company.id === companyId,
    })),
  ];
  return (
    <PickList
      label={t('company.search')}
      listLabel={t('company.choose')}
      text={text}
      onText={setText}
      options={options}
      busy={found.isFetching}
      state={found.isError ? t('company.failed') : found.isFetching ? t('ui.loading') : options.length === 0 ? t('company.none') : ''}
      onPick={({ company }) => onPick(company)}
      onMore={() => {
        if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
      }}
      onClose={onClose}
    />
  );
}
