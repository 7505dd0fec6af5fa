import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlayed } from '#api/mutator.ts';
import { listHistory, restoreRevision as makePresent } from '#generated/client/history.ts';
import type { ItemRevision as Revision } from '#generated/client/schemas.ts';
import { asObject } from '#domain/json.ts';
import { pageQuery } from '#domain/paging.ts';
import { short } from '#cells/date-cell.tsx';
import { confirm } from '#ui/confirm.tsx';
import { notify } from '#ui/notify.ts';
import { isRestorable } from '#history/deleted/is-restorable.ts';
import { useRestore } from '#history/deleted/use-restore.ts';
import { itemField } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { OWN_PAGING } from '#resource/own-paging.ts';
import { refreshAll } from '#api/refresh.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Notice, Skeleton } from '#resource/states.tsx';
import { useUndo } from '#history/undo/use-undo.tsx';
import { diff } from './diff.ts';
import { comparedOf, DiffTable } from './diff-table.tsx';
import { refusal } from './refusal.ts';
import { stateAt } from './state-at.ts';

type Props = {
  scope: WholeScope;
  item: Row;
  id: string;
  /** The item is deleted; `item` is what it was at last. */
  gone?: true;
  /** An earlier revision is the present one now. */
  onRestored?: () => void;
};

const SIZE = 20;
/** Who wrote what nobody asked for: an installation, a job. */
const SYSTEM = 'system';

/** The revisions of an item, newest first, as many as were asked for so far. */
export function useHistory(resource: string, id: string) {
  const pages = useInfiniteQuery({
    queryKey: ['history', resource, id],
    queryFn: async ({ pageParam: skip, signal }) =>
      (await listHistory({ resource, id, ...pageQuery(OWN_PAGING, SIZE, { index: 0, skip }) }, {}, signal)).data,
    initialPageParam: 0,
    getNextPageParam: ({ total }, all) => {
      const known = all.reduce((sum, page) => sum + page.results.length, 0);
      return known < total && (all.at(-1)?.results.length ?? 0) > 0 ? known : undefined;
    },
    enabled: isPlayed('history'),
  });
  return { pages, revisions: pages.data?.pages.flatMap((page) => page.results) ?? [], loading: pages.isLoading };
}

/** Who changed what and when, newest first; two revisions can be compared, an earlier one made the present one. */
export function HistoryView({ scope, item, id, gone, onRestored }: Props) {
  const { t } = useTranslation('resource');
  const { pages, revisions } = useHistory(scope.resource.name, id);

  if (pages.error) return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <Skeleton lines={5} label={t('state.loading')} />;
  if (revisions.length === 0) return <Notice title={t('history.none')} />;
  return (
    <>
      {revisions.length > 1 && <Compare scope={scope} item={item} revisions={revisions} />}
      <ol className="rh">
        {revisions.map((revision) => (
          <Entry
            key={revision.revision}
            scope={scope}
            item={item}
            id={id}
            gone={gone}
            revision={revision}
            revisions={revisions}
            onRestored={onRestored}
          />
        ))}
      </ol>
      {pages.hasNextPage && (
        <button type="button" className="btn" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('history.more')}
        </button>
      )}
    </>
  );
}

type EntryProps = Pick<Props, 'scope' | 'item' | 'id'> & {
  gone: true | undefined;
  onRestored: (() => void) | undefined;
  revision: Revision;
  /** Newest first. */
  revisions: readonly Revision[];
};

function Entry({ scope, item, id, gone, revision, revisions, onRestored }: EntryProps) {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undoes = isPlayed('undo');
  const { undo, busy: undoing } = useUndo();
  const back = useRestore(scope);
  const may = gone ? isRestorable(scope) : isPlayed('restore') && scope.can(scope.update, item);
  const root = itemField(scope.resource);

  const restoreRevision = async (): Promise<void> => {
    const then = stateAt(gone ? {} : item, revisions, revision.revision);
    const yes = await confirm({
      kind: 'danger',
      title: t('history.restoreTitle', { revision: revision.revision }),
      wide: true,
      body: (
        <>
          <p>{t(gone ? 'deleted.askThen' : 'history.restoreBody', { name: scope.nameOf(item) })}</p>
          <DiffTable of={comparedOf(scope)} changes={diff(root, gone ? {} : item, then)} />
        </>
      ),
      action: t('history.restore'),
    });
    if (!yes) return;
    setBusy(true);
    try {
      if (gone) await back([{ id, name: scope.nameOf(item), revision: revision.revision }]);
      else await restoreHere();
    } catch (error) {
      notify.error(t('history.notRestored'), refusal(error, scope.labels));
    }
    setBusy(false);
  };
  const restoreHere = async (): Promise<void> => {
    await makePresent({ resource: scope.resource.name, id, revision: revision.revision });
    notify.success(t('history.restored', { revision: revision.revision }));
    await refreshAll(client);
    onRestored?.();
  };

  return (
    <li className="rh-entry">
      <div className="rh-head">
        <strong>{t('history.revision', { revision: revision.revision })}</strong>
        <span>{scope.labels.actions[revision.operation] ?? kindOf(scope, revision, t)}</span>
        <span>{revision.actor === SYSTEM ? t('history.system') : revision.actor}</span>
        <time dateTime={revision.at}>{short(new Date(revision.at))}</time>
        {undoes && !gone && revision === revisions[0] && revision.requestId !== undefined && scope.can(scope.update, item) && (
          <button
            type="button"
            className="btn rt-small rt-tools"
            disabled={undoing}
            onClick={() => void undo({ requestId: revision.requestId ?? '', actor: revision.actor })}
          >
            {t('undo.offer')}
          </button>
        )}
        {may && revision !== revisions[0] && revision.after !== null && (
          <button type="button" className="btn rt-small rt-tools" disabled={busy} onClick={() => void restoreRevision()}>
            {t('history.restore')}
          </button>
        )}
      </div>
      <DiffTable of={comparedOf(scope)} changes={diff(root, asObject(revision.before), asObject(revision.after))} />
    </li>
  );
}

function Compare({ scope, item, revisions }: { scope: WholeScope; item: Row; revisions: Revision[] }) {
  const { t } = useTranslation('resource');
  const id = useId();
  const newest = revisions[0]?.revision ?? 0;
  const [pair, setPair] = useState<[number, number]>();
  const [from, to] = pair ?? [revisions[1]?.revision ?? newest, newest];
  const options = revisions.map(({ revision }) => (
    <option key={revision} value={revision}>
      {revision}
    </option>
  ));
  const changes = pair && diff(itemField(scope.resource), stateAt(item, revisions, from), stateAt(item, revisions, to));
  return (
    <section aria-label={t('history.compare')}>
      <div className="rh-compare rf-range">
        <label htmlFor={`${id}-from`}>{t('history.compareFrom')}</label>
        <select id={`${id}-from`} value={from} onChange={(event) => setPair([Number(event.target.value), to])}>
          {options}
        </select>
        <label htmlFor={`${id}-to`}>{t('history.compareTo')}</label>
        <select id={`${id}-to`} value={to} onChange={(event) => setPair([from, Number(event.target.value)])}>
          {options}
        </select>
        {pair ? (
          <button type="button" className="rt-link" onClick={() => setPair(undefined)}>
            {t('history.compareEnd')}
          </button>
        ) : (
          <button type="button" className="btn rt-small" onClick={() => setPair([from, to])}>
            {t('history.compare')}
          </button>
        )}
      </div>
      {changes && (changes.length > 0 ? <DiffTable of={comparedOf(scope)} changes={changes} /> : <p>{t('history.same')}</p>)}
    </section>
  );
}

/** A call that serves every resource has no name of this one; any other write that is no action is a change. */
function kindOf({ model: { platform } }: WholeScope, { operation, before, after }: Revision, t: (key: string) => string): string {
  if (operation === platform.restore?.id) return t('history.wasRestored');
  if (operation === platform.undo?.id) return t('history.wasUndone');
  if (operation === platform.restoreDeleted?.id) return t('history.broughtBack');
  if (before === null || before === undefined) return t('history.created');
  if (after === null || after === undefined) return t('history.deleted');
  return t('history.changed');
}
