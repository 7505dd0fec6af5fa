import type { Field, Json, Resource } from '#domain/model.ts';
import { isObject } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';

/** A new row under the next name of its kind: where names differ by a rule and the contract's example is counted, WAN1 is followed by WAN2. */
export function withNextName(row: Json, { fields = [] }: Field, rules: Resource['rules'] | undefined, rows: readonly Json[]): Json {
  if (!isObject(row)) return row;
  const names = fields.flatMap(({ name, path, required, example }) => {
    const [, base, first] = /^(\D+)(\d+)$/.exec(typeof example === 'string' ? example : '') ?? [];
    const differ = rules?.some(({ use, over }) => use === 'unique' && over.length === 1 && over[0] === path);
    if (base === undefined || !differ || !required || name in row) return [];
    const taken = new Set(rows.map((each) => child(each, name)));
    let number = Number(first);
    while (taken.has(base + number)) number += 1;
    return [[name, base + number]];
  });
  return { ...row, ...Object.fromEntries(names) };
}
