import { type Operation } from '#domain/model.ts';
import type { Built } from '../built.ts';
import { pascalCase } from '../names.ts';
import { banner, type Output } from './output.ts';

/**
 * Every operation as a constant, and a typed hook for each: `useListTags(args)` is `useQuery(query(listTags, args))`,
 * the same key and cache entry as the renderer's.
 */
export function emitClient(built: Built): Output {
  const all: Operation[] = [
    ...built.resources.flatMap(({ resource }) => Object.values(resource.operations).flat()),
    ...built.forms.map((form) => form.operation),
  ];
  const operations = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map([
    ['client/operations.ts', operationsFile(operations)],
    ['client/hooks.ts', hooksFile(operations)],
  ]);
}

function operationsFile(operations: Operation[]): string {
  const lines = operations.map((operation) => {
    const { pathParams, query, ...rest } = operation;
    const names = { ...rest, pathParams: pathParams.map(plainField), query: query.map(plainField) };
    return `export const ${operation.id} = ${JSON.stringify(names)} satisfies Operation;`;
  });
  return `${banner('//')}import type { Operation } from '#domain/model.ts';\n\n${lines.join('\n')}\n`;
}

/** A parameter's name and kind are all that a typed call needs. */
function plainField(field: Operation['query'][number]): { name: string; path: string; kind: Operation['query'][number]['kind'] } {
  return { name: field.name, path: field.path, kind: field.kind };
}

/** The module of `src/api` that types a call; named here because the generated file imports it, not this one. */
const typedCalls = '#api/typed.ts';

function hooksFile(operations: Operation[]): string {
  const lines = operations.map((operation) => {
    const name = pascalCase(operation.id);
    const isQuery = operation.method === 'get';
    return isQuery
      ? `export const use${name} = (args: CallArgs<'${operation.id}'>) => useQuery(query<Answer<'${operation.id}'>>(operations.${operation.id}, args));`
      : `export const use${name} = () => useMutation(mutation<Answer<'${operation.id}'>, CallArgs<'${operation.id}'>>(operations.${operation.id}));`;
  });
  return `${banner('//')}import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation, query, type Answer, type CallArgs } from '${typedCalls}';
import * as operations from './operations.ts';

${lines.join('\n')}
`;
}
