import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';
import { deferred } from '#ui/deferred.tsx';
import { useWorkspace } from '#api/workspace.ts';
import { resourceQuery, useModel } from '#api/model.ts';
import { ListPage } from './list-page.tsx';
import type { ScopedProps } from './seen-rows.tsx';
import { rowField } from '#resource/fields.ts';
import type { SettingsPageProps } from './settings-page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Failure, Skeleton } from '#resource/states.tsx';
import { useScope } from '#resource/scope.ts';
import { usePageState } from '#resource/use-page-state.ts';
import { type PageState, toTab } from '#resource/url-state.ts';
import { Whole } from '#resource/whole.tsx';
import type { Language, Model } from '#domain/model.ts';
import type { ChangeState } from '#resource/use-page-state.ts';

const SettingsPage = deferred<SettingsPageProps>(() => chunk(() => import('./settings-page.tsx')).then((module) => module.SettingsPage));

const SeenRows = deferred<ScopedProps & { Page: ComponentType<ScopedProps> }>(() =>
  chunk(() => import('./seen-rows.tsx')).then((module) => module.SeenRows),
);

type Props = {
  name: string;
  /** Resources shown beside each other on one page; `name` is the first. */
  tabs?: string[];
  /** What stands beside them in tabs of its own. */
  others?: readonly { key: string; label: string; Content: ComponentType }[];
};

/** The page of any resource: list, filters, form, detail, history, bulk, import, export. */
export function ResourcePage({ name, tabs = [name], others = [] }: Props) {
  const { t } = useTranslation('resource');
  const { language } = useWorkspace();
  const model = useModel();
  const [state, change] = usePageState();
  const known = tabs.filter((tab) => tab in model.resources);
  const shown = state.tab !== undefined && known.includes(state.tab) ? state.tab : (known[0] ?? name);
  const other = others.find(({ key }) => key === state.tab);
  if (known.length + others.length < 2)
    return (
      <LoadedResource
        key={shown}
        name={shown}
        state={state}
        onChange={change}
        heading={headingOf(model, known[0] ?? name)?.[language] ?? true}
      />
    );
  return (
    <Tabs
      label={t('page.tabs')}
      shown={other?.key ?? shown}
      onShow={(tab) => change(toTab(tab))}
      tabs={[...known.map((tab) => ({ key: tab, label: model.resources[tab]?.plural[language] ?? tab })), ...others]}
    >
      {other ? <other.Content key={other.key} /> : <LoadedResource key={shown} name={shown} state={state} onChange={change} />}
    </Tabs>
  );
}

type LoadedProps = { name: string; state: PageState; onChange: ChangeState; heading?: string | true };

function LoadedResource({ name, ...page }: LoadedProps) {
  const { t } = useTranslation('resource');
  const { language } = useWorkspace();
  const loaded = useQuery(resourceQuery(name, language));
  if (loaded.data) {
    const { resource } = loaded.data;
    // contracts that are not ours need not say what rows hold
    if (config().foreign && !resource.settings && rowField(resource).kind === 'json')
      return <SeenRows {...loaded.data} {...page} Page={ScopedPage} />;
    return <ScopedPage {...loaded.data} {...page} />;
  }
  if (loaded.error) return <Failure error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return <Skeleton lines={8} label={t('state.loading')} />;
}

function ScopedPage({ resource, labels, state, onChange, heading }: ScopedProps) {
  const scope = useScope(resource, labels, state.parents);
  if (resource.settings)
    return <Whole scope={scope}>{(whole) => <SettingsPage scope={whole} state={state} onChange={onChange} heading={heading} />}</Whole>;
  return <ListPage scope={scope} state={state} onChange={onChange} heading={heading} />;
}

/** What the menu calls the page; a page of several resources is headed by its tabs. */
function headingOf(model: Model, name: string): Record<Language, string> | undefined {
  return model.navigation.find(({ tabs }) => tabs?.length === 1 && tabs[0] === name)?.title;
}
