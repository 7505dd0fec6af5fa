import type { RJSFSchema } from '@rjsf/utils';
import { validatorsUrl, type Validate } from '#api/model.ts';

/** What codegen wrote of a resource, or of an operation that belongs to none, that is drawn from its schema. */
export type IslandsModule = {
  /** Names of definitions by the key of the field. */
  roots: Readonly<Record<string, string>>;
  definitions: NonNullable<RJSFSchema['definitions']>;
  /** By the mark of an alternative or condition. */
  validators: Readonly<Record<string, Validate>>;
};

export function islandsUrl(resource: string | undefined, operationId: string): string {
  return validatorsUrl(resource).replace(
    /(?:forms)?\.validators\.js/,
    resource === undefined ? `forms/${operationId}.islands.js` : '.islands.js',
  );
}

/** Modules by address, as those of the validators: one console serves any contract. */
export async function loadIslands(url: string): Promise<IslandsModule> {
  const module: IslandsModule = await import(/* @vite-ignore */ url);
  return module;
}
