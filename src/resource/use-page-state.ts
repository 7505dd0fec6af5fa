import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changesOf, type PageChange, type PageState, readState, writeState } from './url-state.ts';

/** `replace` for what one does not want to go back through, such as every letter of a search. */
export type ChangeState = (change: PageChange, history?: 'push' | 'replace') => void;

/** The page's state lives in the address, so that back, forward, reload and a shared link work. */
export function usePageState(): [PageState, ChangeState] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params), [params]);
  const change = useCallback<ChangeState>(
    (next, history = 'push') => {
      // the address as it is now: a search that was typed before a form was opened must not close it
      const address = new URLSearchParams(location.search);
      setParams(writeState(address, changesOf(next, readState(address))), { replace: history === 'replace' });
    },
    [setParams],
  );
  return [state, change];
}
