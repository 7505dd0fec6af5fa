import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formQuery } from '#api/model.ts';
import type { NavigationEntry, Panel, PanelTab } from '#domain/model.ts';
import { TimeBar } from '#time/time-bar.tsx';
import { readTime, type TimeState, writeTime } from '#time/time-state.ts';
import { PanelView } from './panel.tsx';
import { Parameters, useParameters } from './parameters.tsx';
import { isCompared, partsOf } from './parts.ts';
import { Trail } from './trail.tsx';
import { PANEL, valuesIn } from './panel-call.ts';
import './panels.css';

/** An arrangement of panels: one time, one choice of places and one way in for all of them, kept in the address. */
export function PanelsTab({ entry, tab }: { entry: NavigationEntry; tab: PanelTab }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const [updated, setUpdated] = useState<number>();
  const time = readTime(search);
  const compares = useCompared(tab.show);
  const parameters = useParameters(tab.show);
  const values = valuesIn(search);
  const change = useCallback(
    (next: Partial<TimeState>): void => setSearch((params) => writeTime(params, next), { replace: false }),
    [setSearch],
  );
  const zoom = useCallback((from: number, to: number) => change({ from, to }), [change]);
  return (
    <>
      <TimeBar
        state={time}
        onChange={change}
        onRefresh={() => void client.invalidateQueries({ queryKey: [PANEL] })}
        updated={updated}
        single={!compares}
        chosen={parameters.filter(({ field }) => values[field.name] !== undefined).length}
      >
        <Parameters of={parameters} />
      </TimeBar>
      <Trail panels={tab.show} />
      <div className="panels">
        {tab.show.map((panel, index) => (
          <PanelView key={`${tab.name} ${index}`} panel={panel} entry={entry} time={time} onZoom={zoom} onAnswer={setUpdated} />
        ))}
      </div>
    </>
  );
}

/** Whether anything here can be laid over the period before; as long as that is not known, yes. */
function useCompared(panels: readonly Panel[]): boolean {
  const forms = useQueries({ queries: panels.map(({ operation }) => formQuery(operation)) });
  return forms.some(({ data }, index) => {
    const answer = data?.schemas[data.operation.answer ?? ''];
    return data === undefined || partsOf(answer, panels[index]?.parts).some(isCompared);
  });
}
