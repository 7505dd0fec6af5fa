import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { asText } from '#domain/json.ts';
import { fillPath } from '#domain/fill-path.ts';
import { useLive } from '#api/use-live.ts';
import { rowField } from '#resource/fields.ts';
import type { Scope } from '#resource/scope.ts';
import { isBound } from '#resource/use-item.ts';

const PACE = { settle: 200, pause: 1000 };

/**
 * While the page is open, its list and its item are read again when the server tells that one of them went on. A page that
 * nobody looks at waits until somebody does.
 */
export function useLiveRefresh(scope: Scope): void {
  const client = useQueryClient();
  const { name } = scope.resource;
  useLive(
    [name, ...countedFrom(scope)],
    () => {
      const urls = rootsOf(scope);
      void client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, name, urls) });
    },
    PACE,
  );
}

/** Resources whose rows its rows put together: they change with them. */
function countedFrom({ resource }: Scope): string[] {
  const fields = rowField(resource).fields ?? [];
  return fields.flatMap(({ widget, options }) => (widget === 'listLink' ? (asText(options?.['resource']) ?? []) : []));
}

/** Addresses of the list and of its items. */
function rootsOf(scope: Scope): string[] {
  return [scope.list, scope.create].flatMap((op) => {
    const path = op && scope.path(op);
    return op && path && isBound(op, path) ? [fillPath(op.path, path)] : [];
  });
}

function isAbout([first, second]: QueryKey, name: string, urls: string[]): boolean {
  if (first === 'history') return second === name;
  return typeof first === 'string' && urls.some((url) => url !== '' && (first === url || first.startsWith(`${url}/`)));
}
