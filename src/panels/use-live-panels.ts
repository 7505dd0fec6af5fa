import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/use-live.ts';
import { PANEL } from './panel-call.ts';

const PACE = { settle: 2000, pause: 0 };

/** While the page is open and somebody looks at it, its panels are read again when something of a resource went on. */
export function useLivePanels(resource: string): void {
  const client = useQueryClient();
  useLive(resource, () => void client.invalidateQueries({ queryKey: [PANEL] }), PACE);
}
