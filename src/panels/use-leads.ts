import { useMemo } from 'react';
import { useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import type { Leads } from './parts.ts';

/** Where what a chart marks is looked at: its alarm, its maintenance window, its entry of the log. */
export function useLeads(): Leads {
  const model = useModel();
  const viewer = useViewer();
  return useMemo(() => ({ itemHref: (resource, id) => itemAddress(model, viewer, resource, id) }), [model, viewer]);
}
