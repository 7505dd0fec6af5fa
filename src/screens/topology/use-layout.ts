import { useEffect, useMemo, useState } from 'react';
import type { Layout, LayoutKind } from './layout.ts';
import { type Network, shapeOf, taskOf } from './network.ts';
import { startLayout } from './start-layout.ts';

export type LaidOut = { kind: LayoutKind; shape: string; layout: Layout; cities: readonly string[] };

/** Places of the nodes, worked out beside the page; only what changes them (not states, not figures) works them out anew. */
export function useLayout(network: Network | undefined, kind: LayoutKind): LaidOut | undefined {
  const [found, setFound] = useState<LaidOut>();
  const asked = useMemo(() => network && taskOf(network, kind), [network, kind]);
  const shape = useMemo(() => asked && shapeOf(asked), [asked]);
  useEffect(() => {
    if (!asked || shape === undefined || found?.shape === shape) return undefined;
    return startLayout(asked.task, (layout) => setFound({ kind, shape, layout, cities: asked.cities }));
    // the shape says whether the task is another one
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shape]);
  return found?.shape === shape ? found : undefined;
}
