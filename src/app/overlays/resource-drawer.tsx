import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { resourceQuery } from '#api/model.ts';
import type { Labels, ListedResource } from '#domain/model.ts';
import { ListPage } from '#page/list-page.tsx';
import { useScope, type Scope } from '#resource/scope.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { changesOf, readState, type PageState } from '#resource/url-state.ts';
import { Drawer } from '#ui/drawer.tsx';
import './resource-drawer.css';

type ResourceDrawerProps = {
  name: string;
  title: string;
  readOnly?: true;
  /** Filters to begin with. */
  filters?: PageState['filters'];
  onClose: () => void;
};

/** The page of a resource in the drawer, over whatever page is open: its state is the drawer's, not the address's. */
export function ResourceDrawer({ name, title, onClose, ...page }: ResourceDrawerProps): ReactNode {
  const { t } = useTranslation('resource');
  const { language } = useWorkspace();
  const loaded = useQuery(resourceQuery(name, language));
  return (
    <Drawer open title={title} onClose={onClose}>
      {loaded.data ? (
        <Content {...loaded.data} {...page} />
      ) : loaded.error ? (
        <Failure error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <Skeleton lines={6} label={t('state.loading')} />
      )}
    </Drawer>
  );
}

type ContentProps = { resource: ListedResource; labels: Labels } & Pick<ResourceDrawerProps, 'readOnly' | 'filters'>;

function Content({ resource, labels, readOnly, filters }: ContentProps): ReactNode {
  const full = useScope(resource, labels);
  const scope = useMemo(() => (readOnly === true ? readOnlyScope(full) : full), [full, readOnly]);
  const [state, setState] = useState<PageState>(() => ({ ...readState(new URLSearchParams()), ...(filters ? { filters } : {}) }));
  return (
    <div className="resource-drawer">
      <ListPage scope={scope} state={state} onChange={(change) => setState((before) => ({ ...before, ...changesOf(change, before) }))} />
    </div>
  );
}

/** Looks, and changes nothing. */
function readOnlyScope(scope: Scope): Scope {
  const reads = new Set([scope.list?.id, scope.get?.id]);
  return {
    ...scope,
    create: undefined,
    update: undefined,
    remove: undefined,
    actions: [],
    bulk: [],
    can: (op, row): op is NonNullable<typeof op> => op !== undefined && reads.has(op.id) && scope.can(op, row),
  };
}
