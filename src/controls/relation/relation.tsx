import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useContext, useState, useSyncExternalStore, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { asObject } from '#domain/json.ts';
import { useWorkspace } from '#api/workspace.ts';
import { errorMessage } from '#api/error.ts';
import { resourceQuery, useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { currentUser } from '#api/user.ts';
import { child, getPointer } from '#domain/pointer.ts';
import type { Json, Ref } from '#domain/model.ts';
import { ListSelect } from '#ui/list-select.tsx';
import { labelQuery } from '#cells/relation-labels.ts';
import { optionPage, type Option } from './relation-options.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { DocumentContext, type ControlProps } from '#controls/control.ts';

/** Spec section 9. */
const DEBOUNCE = 300;

/** One or several objects of another resource: searched on the server, twenty at a time, more on scrolling. */
export function Relation(props: ControlProps) {
  const { id, field, value, onChange, onBlur, disabled, invalid, required, describedBy } = props;
  const { t } = useTranslation('widgets');
  const ref = refOf(props);
  const workspace = useWorkspace();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed, DEBOUNCE);
  const scope = useScopeValues(ref);
  const { data: target } = useQuery(resourceQuery(ref.resource, workspace.language));
  const pages = useInfiniteQuery({
    queryKey: ['picker', ref, scope, workspace.params, keyword],
    queryFn: ({ pageParam, signal }) =>
      optionPage({
        resource: target!.resource,
        ref,
        scope: valuesOf(scope),
        params: workspace.params,
        keyword,
        page: pageParam,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.more ? all.length : undefined),
    enabled: open && target !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const list = field.kind === 'array';
  const chosen = (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]).map(scalar);
  const names = useQueries({
    queries: chosen.map((each) => ({ ...labelQuery(ref, String(each), workspace), enabled: target !== undefined })),
  });
  const excluded =
    ref.exclude === 'self' && target ? child(props.document?.(), target.resource.id) : ref.exclude && currentUser()?.username;
  const options = (pages.data?.pages ?? []).flatMap((page) => page.options).filter((option) => option.value !== excluded);
  const known = new Map<unknown, string>([
    ...chosen.map((each, index) => [each, names[index]?.data ?? String(each)] as const),
    ...options.map((option) => [option.value, option.label] as const),
  ]);
  const labelled = chosen.map((each) => ({ value: each, label: known.get(each) ?? String(each) }));
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLDivElement>): void => {
    if (scrollTop + clientHeight > scrollHeight - 80 && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
  };
  const awaited = awaitedField(props, ref, scope);
  const none = pages.data !== undefined && !pages.isFetching && !pages.error && keyword === '' && options.length === 0;
  return (
    <ListSelect
      id={id}
      style={{ width: '100%' }}
      {...(list ? { mode: 'multiple' as const } : {})}
      labelInValue
      value={list ? labelled : (labelled[0] ?? undefined)}
      options={ref.guessed && typed !== '' ? withTyped(options, typed) : options}
      open={open}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped, autoClearSearchValue: !list }}
      loading={pages.isFetching}
      placeholder={awaited === undefined ? t(field.empty === 'all' ? 'all' : 'choose') : t('relation.first', { field: awaited })}
      notFoundContent={pages.isFetching || !pages.data ? t('relation.searching') : t('relation.none')}
      disabled={disabled || awaited !== undefined}
      allowClear={!required}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      // twenty at a time: every option is there for a screen reader
      virtual={false}
      onPopupScroll={onScroll}
      onChange={(next: Option | Option[] | undefined) => onChange(valueOf(next, required ?? false))}
      onBlur={() => {
        setTyped('');
        onBlur?.();
      }}
      {...(pages.error ? { notFoundContent: errorMessage(pages.error) } : {})}
      {...(none ? { notFoundContent: <NoneYet resource={ref.resource} title={target?.labels.title ?? ''} /> } : {})}
    />
  );
}

/** Any text may be entered; the id of one that is there is that one. */
function withTyped(options: Option[], typed: string): Option[] {
  const known = options.filter(({ value }) => String(value) === typed);
  return known.length > 0 ? known : [...options, { value: typed, label: typed }];
}

/** Nothing to choose from is no dead end: it says what is missing, and leads to where it is made. The form is kept as a draft. */
function NoneYet({ resource, title }: { resource: string; title: string }) {
  const { t } = useTranslation('widgets');
  const model = useModel();
  const viewer = useViewer();
  const address = listAddress(model, viewer, resource, { new: '1' });
  const text = t('relation.noneYet', { title });
  return address === undefined ? text : <Link to={address}>{text}</Link>;
}

function valueOf(next: Option | Option[] | undefined, required: boolean): Json | undefined {
  if (!Array.isArray(next)) return next?.value;
  return next.length === 0 && !required ? undefined : next.map((option) => option.value);
}

function refOf({ field }: ControlProps): Ref {
  const ref = field.ref ?? field.items?.ref;
  return ref && 'resource' in ref ? ref : { resource: textOf(field.options?.['resource']) };
}

/** Values of the document on which the options depend, as text; a missing one is null. */
function useScopeValues({ scope }: Ref): string {
  const source = useContext(DocumentContext);
  return useSyncExternalStore(
    (listener) => source.subscribe('', listener),
    () =>
      scope
        ? JSON.stringify(
            Object.fromEntries(
              Object.entries(scope).map(([name, pointer]) => [name, pointer === '' ? '' : (getPointer(source.get(''), pointer) ?? null)]),
            ),
          )
        : '{}',
  );
}

/** What has to be filled in before there is something to choose from, as the form calls it. */
function awaitedField({ labels }: ControlProps, { scope }: Ref, values: string): string | undefined {
  const missing = Object.entries(valuesOf(values)).find(([, value]) => value === null);
  if (!missing) return undefined;
  const path = (scope?.[missing[0]] ?? '').slice(1).replaceAll('/', '.');
  return labels.fields[path] ?? path;
}

function valuesOf(scope: string): Record<string, Json> {
  return asObject(JSON.parse(scope));
}

function scalar(value: Json): string | number {
  return typeof value === 'number' ? value : textOf(value);
}

export const examples: Example[] = [
  { name: 'relation', field: exampleField('companyId', { ref: { resource: 'Company' } }), value: 'c-acme' },
  { name: 'relations', field: exampleField('tags', { kind: 'array', items: exampleField('', { ref: { resource: 'Tag' } }) }) },
];
