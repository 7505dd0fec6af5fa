import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useModel } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import { Page } from '#ui/page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { NetworkView } from './network-view.tsx';
import './topology.css';

const ResourcePage = deferred<{ name: string }>(() => chunk(() => import('#page/resource-page.tsx')).then((module) => module.ResourcePage));

const PATH = '/topology';
const RESOURCE = 'Topology';
const PICTURE = 'network';
/** What the address says of a list: whoever opens one of its items sees it there. */
const ofList = ['view', 'edit', 'copy', 'new', 'deleted', 'keyword', 'mark'];

/** The network as it is, and the topologies that say how it should be. */
export function Screen(): ReactNode {
  const { t } = useTranslation('topology');
  const { language } = useWorkspace();
  const model = useModel();
  const [search, setSearch] = useSearchParams();
  const isList = search.get('tab') === RESOURCE || ofList.some((name) => search.has(name));
  return (
    <Tabs
      label={t('views')}
      shown={isList ? RESOURCE : PICTURE}
      onShow={(tab) => setSearch(tab === PICTURE ? {} : { tab })}
      tabs={[
        { key: PICTURE, label: t('network') },
        { key: RESOURCE, label: model.resources[RESOURCE]?.plural[language] ?? RESOURCE },
      ]}
    >
      {isList ? (
        <ResourcePage name={RESOURCE} />
      ) : (
        <Page title={model.navigation.find(({ path }) => path === PATH)?.title[language]}>
          <NetworkView search={search} setSearch={setSearch} />
        </Page>
      )}
    </Tabs>
  );
}
