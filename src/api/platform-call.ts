import type { QueryClient } from '@tanstack/react-query';
import type { Operation } from '#domain/model.ts';
import type { PlatformRole } from '#domain/platform-role.ts';
import { clientError } from '#api/error.ts';
import { currentModel, loadModel } from '#api/model.ts';
import { call, NO_CALL, query, type Answer, type Args, type Callable } from '#api/operation.ts';

/** The call that plays a part for every page, wherever the contract has it. Undefined where it has none. */
export function platformCall(role: PlatformRole): Callable | undefined {
  return currentModel()?.platform[role];
}

/** Options for useQuery; a part that nobody plays is not asked for. */
export function platformQuery<T>(role: PlatformRole, args?: Args) {
  const operation = platformCall(role);
  return { ...query<T>(operation ?? NO_CALL, operation && placed(operation, args)), enabled: operation !== undefined };
}

/** Makes the call of a part; rejects where nobody plays it. */
export async function platformSend<T>(role: PlatformRole, args?: Args): Promise<Answer<T>> {
  const operation = platformCall(role);
  if (operation === undefined) throw clientError('call.none');
  return call<T>(operation, placed(operation, args));
}

/** Asks beforehand for what will be wanted. */
export function prefetch(client: QueryClient, options: ReturnType<typeof platformQuery>): void {
  if (options.enabled) void client.prefetchQuery(options);
}

/** Where a part is played, for who cannot go on without it; before the shell the model is waited for. */
export async function neededCall(role: PlatformRole): Promise<Pick<Operation, 'method' | 'path'>> {
  const { platform, base } = await loadModel();
  const found = platform[role];
  if (found === undefined) throw clientError('call.none');
  return { method: found.method, path: base + found.path };
}

/** The parameters of its path by their order: what a contract calls them is its own. */
function placed({ path }: Callable, args: Args = {}): Args {
  const values = Object.values(args.path ?? {});
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return {
    ...args,
    path: Object.fromEntries(names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]]))),
  };
}
