import { formatValue } from '#charts/format.ts';
import type { Labels } from '#domain/model.ts';
import type { Network, Node, State } from './network.ts';

/** What the contract calls states, kinds and reasons. */
export type Words = ReturnType<typeof wordsOf>;

export function wordsOf(labels: Labels) {
  const of = (path: string, value: string): string => labels.enums[path]?.[value] ?? value;
  return {
    field: (path: string): string => labels.fields[path] ?? path,
    state: (state: State): string => of('nodes[].state', state),
    kind: (kind: Node['kind']): string => of('nodes[].kind', kind),
    gap: (gap: string): string => of('nodes[].gap', gap),
    severity: (severity: string): string => of('nodes[].severity', severity),
    link: (kind: Network['links']['kind'][number]): string => of('links.kind[]', kind),
    type: (type: string): string => of('topologies[].type', type),
  };
}

/** A figure, or why there is none. */
export function figure(value: number | null | undefined, unit: string, gap: string | undefined, words: Words): string {
  return typeof value === 'number' ? formatValue(value, unit) : gap === undefined ? '–' : words.gap(gap);
}
