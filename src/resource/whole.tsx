import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { wholeQuery } from '#api/model.ts';
import type { Scope, WholeScope } from './scope.ts';

type Props = {
  scope: Scope;
  /** Code that the children need: fetched beside what the contract says, not after it. */
  code?: () => Promise<unknown>;
  meanwhile?: ReactNode;
  children: (scope: WholeScope) => ReactNode;
};

/** What a list has not read of its resource, for a form or an item that opens over it. */
export function Whole({ scope, code, meanwhile, children }: Props): ReactNode {
  const { data } = useQuery({ ...wholeQuery(scope.resource.name, scope.language), throwOnError: true });
  useEffect(() => {
    // a failure is shown by what draws it
    code?.().catch(() => {});
  }, [code]);
  const whole = useMemo(() => data && { ...scope, resource: data.resource }, [scope, data]);
  return whole ? children(whole) : meanwhile;
}
