import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { Page } from '#ui/page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { PanelsTab } from './panels-tab.tsx';

/** A page of panels, by tabs where there are several arrangements. */
export function PanelsPage({ entry }: { entry: NavigationEntry }): ReactNode {
  const { language } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const tabs = entry.panels ?? [];
  const tab = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  if (!tab) return null;
  const panels = <PanelsTab key={tab.name} entry={entry} tab={tab} />;
  return (
    <Page title={entry.title[language]}>
      {tabs.length > 1 ? (
        <Tabs
          label={entry.title[language]}
          tabs={tabs.map(({ name, title }) => ({ key: name, label: title[language] }))}
          shown={tab.name}
          onShow={(name) =>
            setSearch((params) => {
              const next = new URLSearchParams(params);
              next.set('tab', name);
              return next;
            })
          }
        >
          {panels}
        </Tabs>
      ) : (
        panels
      )}
    </Page>
  );
}
