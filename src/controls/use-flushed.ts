import { useEffect, useState } from 'react';
import { addPending, dropPending } from './pending.ts';
import { useLatest } from '#ui/use-latest.ts';

/** While `holds`, the widget keeps something back that `commit` hands over when somebody flushes. */
export function useFlushed(holds: boolean, commit: () => void): void {
  const latest = useLatest(commit);
  const [flush] = useState(() => () => latest.current());
  useEffect(() => {
    if (!holds) return undefined;
    addPending(flush);
    return () => dropPending(flush);
  }, [holds, flush]);
}
