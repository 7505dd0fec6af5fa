import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { keyText } from './check-rows.ts';
import { pagesOf } from '#resource/pages-of.ts';

/** What tells a stored row from others: the id, and what the contract calls unique, as far as the file has it. */
export function keysOf({ resource, params }: Pick<WholeScope, 'resource' | 'params'>, paths: string[]): string[][] {
  const owner = resource.data?.owner;
  const unique = (resource.data?.unique ?? [])
    .map((names) => names.filter((name) => name !== owner || (!(name in params) && paths.includes(name))))
    .filter((names) => names.some((name) => paths.includes(name)));
  // the id may be what the contract calls unique
  const others = unique.filter((names) => names.join() !== resource.id);
  return paths.includes(resource.id) ? [[resource.id], ...others] : unique;
}

/** Stored rows by the texts of their keys. */
export async function existingRows(
  scope: WholeScope,
  keys: string[][],
  onProgress: (done: number, total?: number) => void,
  signal: AbortSignal,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  const { list } = scope;
  if (!list) return found;
  let done = 0;
  const bound = { path: scope.path(list), params: scope.params };
  for await (const { rows, total } of pagesOf(list, bound, { filters: {}, keyword: '', sort: '' }, signal)) {
    for (const row of rows) {
      for (const key of keys) {
        const text = keyText(key, row);
        if (text !== undefined) found.set(text, row);
      }
    }
    done += rows.length;
    onProgress(done, total);
  }
  return found;
}
