import { useQuery } from '@tanstack/react-query';
import { formQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { asArray } from '#domain/json.ts';
import type { Field, Json } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { exampleField, textOf } from './cell.ts';

export type Choice = { value: string; name: string };

/** What a call without parameters offers; the field's options name the call, and in its answer the list, the value and the word. */
export function useChoices(field: Field): { choices: Choice[]; fetching: boolean; error: Error | null } {
  const option = (name: string): string => textOf(field.options?.[name]);
  const operation = useQuery(formQuery(option('operation'))).data?.operation;
  const answer = useQuery(query<Json>(operation));
  const rows = getPath(answer.data?.data, option('items'));
  const choices = asArray(rows).map((row) => {
    const value = textOf(getPath(row, option('value')));
    return { value, name: textOf(getPath(row, option('label'))) || value };
  });
  return { choices, fetching: answer.isFetching, error: answer.error };
}

/** Shown by the control and by the cell. */
export const exampleChoices: Field = exampleField('codes', {
  kind: 'array',
  items: exampleField(''),
  options: { operation: 'getAlertDictionary', items: 'codes', value: 'code', label: 'name' },
});
