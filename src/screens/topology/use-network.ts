import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { onEvent } from '#api/live.ts';
import { formQuery } from '#api/model.ts';
import type { Answer } from '#api/request.ts';
import { useWorkspace } from '#api/workspace.ts';
import type { Labels } from '#domain/model.ts';
import { getGetTopologyGraphQueryOptions, getGetTopologyPathQueryOptions, getTopologyGraph } from '#generated/client/topology.ts';
import type { GetTopologyPathParams } from '#generated/client/schemas.ts';
import type { Network, Path } from './network.ts';

const EVERY_MS = 30_000;
/** What comes within this time is read again together. */
const SETTLE_MS = 1000;

export type QueryState<T> = {
  data: T | undefined;
  labels: Labels | undefined;
  at: number | undefined;
  error: unknown;
  isLoading: boolean;
  retry: () => void;
};

/** The network, read again while it is open: every half minute, and as soon as the server tells that something went on. */
export function useNetwork(topology: string | undefined): QueryState<Network> {
  const client = useQueryClient();
  const { companyId = '', language } = useWorkspace();
  const known = useQuery(formQuery('getTopologyGraph'));
  const params = topology === undefined ? {} : { topologyId: [topology] };
  const { queryKey } = getGetTopologyGraphQueryOptions(companyId, params);
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Answer<Network>> => {
      const before = client.getQueryData<Answer<Network>>(queryKey);
      const headers = before?.etag === undefined ? {} : { 'If-None-Match': before.etag };
      const answer = await getTopologyGraph(companyId, params, headers, {}, signal);
      return before && answer.status === 304 ? { ...before, status: answer.status } : answer;
    },
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const { refetch } = found;
  useFollow(refetch);
  return {
    data: found.data?.data,
    labels: known.data?.labels[language],
    at: found.data ? found.dataUpdatedAt : undefined,
    error: known.error ?? (found.data ? undefined : found.error) ?? undefined,
    isLoading: known.isPending || found.isPending,
    retry: () => void (known.error ? known.refetch() : found.refetch()),
  };
}

/** Reads again as soon as the server tells that something went on; what comes together is answered together. */
function useFollow(read: () => unknown): void {
  useEffect(() => {
    let timer: number | undefined;
    const stop = onEvent(() => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        void read();
      }, SETTLE_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [read]);
}

/** As the address says it. */
export type PathQuery = { from: string; to: string; protocol?: string; dstPort?: string; application?: string };

type Protocol = NonNullable<GetTopologyPathParams['protocol']>;
type Application = NonNullable<GetTopologyPathParams['application']>;
type Words = Readonly<Record<string, string>>;

/** `protocols`, `applications`: words of each that the contract knows. */
function paramsOf(
  { from, to, protocol, dstPort, application = '' }: PathQuery,
  protocols: Words,
  applications: Words,
): GetTopologyPathParams {
  const isKnown = (value: number): value is Protocol => String(value) in protocols;
  const isApplication = (value: string): value is Application => value in applications;
  const number = Number(protocol);
  return {
    from,
    to,
    ...(isKnown(number) ? { protocol: number } : {}),
    ...(dstPort === undefined ? {} : { dstPort: Number(dstPort) }),
    ...(isApplication(application) ? { application } : {}),
  };
}

/** The path between two sites, asked anew when the network is. */
export function usePath(asked: PathQuery | undefined): QueryState<Path> {
  const { companyId = '', language } = useWorkspace();
  const known = useQuery(formQuery('getTopologyPath'));
  const labels = known.data?.labels[language];
  const isAsked = asked !== undefined && labels !== undefined;
  const found = useQuery({
    ...getGetTopologyPathQueryOptions(
      companyId,
      paramsOf(asked ?? { from: '', to: '' }, labels?.enums['protocol'] ?? {}, labels?.enums['application'] ?? {}),
    ),
    enabled: isAsked,
    refetchInterval: EVERY_MS,
  });
  const { refetch } = found;
  useFollow(useCallback(() => (isAsked ? refetch() : undefined), [isAsked, refetch]));
  return {
    data: asked ? found.data?.data : undefined,
    labels,
    at: found.dataUpdatedAt,
    error: known.error ?? found.error ?? undefined,
    isLoading: asked !== undefined && found.isPending,
    retry: () => void found.refetch(),
  };
}
