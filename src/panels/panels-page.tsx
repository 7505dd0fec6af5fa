import { type ReactNode, useCallback, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { TimeBar } from '#time/time-bar.tsx';
import { readTime, type TimeState, writeTime } from '#time/time-state.ts';
import { Page } from '#ui/page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { PanelView } from './panel.tsx';
import { Parameters } from './parameters.tsx';
import { PANEL } from './use-panel.ts';
import './panels.css';

/** A page of panels: one time and one choice of places for all of them, kept in the address. */
export function PanelsPage({ entry }: { entry: NavigationEntry }): ReactNode {
  const { language } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const [updated, setUpdated] = useState<number>();
  const tabs = entry.panels ?? [];
  const tab = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  const time = readTime(search);
  const change = useCallback(
    (next: Partial<TimeState>): void => setSearch((params) => writeTime(params, next), { replace: false }),
    [setSearch],
  );
  const zoom = useCallback((from: number, to: number) => change({ from, to }), [change]);
  if (!tab) return null;
  const panels = (
    <div className="panels">
      {tab.show.map((panel, index) => (
        <PanelView key={`${tab.name} ${index}`} panel={panel} entry={entry} time={time} onZoom={zoom} onAnswer={setUpdated} />
      ))}
    </div>
  );
  return (
    <Page title={entry.title[language]}>
      <TimeBar state={time} onChange={change} onRefresh={() => void client.invalidateQueries({ queryKey: [PANEL] })} updated={updated}>
        <Parameters panels={tab.show} />
      </TimeBar>
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
