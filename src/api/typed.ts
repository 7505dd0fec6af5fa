import { mutation as untypedMutation, query as untypedQuery, type Answer as RawAnswer, type Args, type Callable } from '#api/operation.ts';
import type { operations } from '#generated/client/types.ts';

type Ids = keyof operations;
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined;
type Success<R> = { [K in keyof R]: K extends 200 | 201 | 202 | 204 | 206 ? Content<R[K]> : never }[keyof R];
type Parameters<K extends Ids, P extends 'path' | 'query'> = operations[K] extends { parameters: infer All }
  ? P extends keyof All
    ? All[P]
    : undefined
  : undefined;
type RequestBody<K extends Ids> = operations[K] extends { requestBody?: infer B } ? Content<NonNullable<B>> : undefined;

/** What an operation answers on success, as the contract types it. */
export type Answer<K extends Ids> = Success<operations[K]['responses']>;

/** What a call of the operation takes: its own parameters and body, and nothing else. */
export type CallArgs<K extends Ids> = Omit<Args, 'path' | 'query' | 'body'> & {
  path?: Parameters<K, 'path'>;
  query?: Parameters<K, 'query'>;
  body?: RequestBody<K>;
};

export function query<T>(
  operation: Callable,
  args: Omit<Args, 'path' | 'query' | 'body'> & { path?: unknown; query?: unknown; body?: unknown },
) {
  return untypedQuery<T>(operation, args as Args);
}

export function mutation<T, A>(operation: Callable): { mutationKey: readonly unknown[]; mutationFn: (args: A) => Promise<RawAnswer<T>> } {
  const { mutationKey, mutationFn } = untypedMutation<T>(operation);
  return { mutationKey, mutationFn: (args) => mutationFn(args as Args) };
}
