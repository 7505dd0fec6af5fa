import type { Ref } from '#domain/model.ts';
import { parameterNames } from '../read/operations.ts';
import type { Draft } from './resources.ts';

/** Which resource the parameters of a path name: `/users/{userId}` is one of the users, whatever stands below. */
export type Parents = {
  /** What the parameter of a path refers to; undefined where nothing lists it, or where it is the key of what is called itself. */
  of: (path: string, parameter: string, own?: string) => Ref | undefined;
};

export const noParents: Parents = { of: () => undefined };

type Parent = { name: string; /** Parameters without which its list cannot be asked. */ needs: string[] };

export function findParents(drafts: readonly Draft[]): Parents {
  const byPath = new Map<string, Parent>();
  for (const { name, settings, paths, operations } of drafts) {
    const lists = operations.filter(({ kind, operation }) => kind === 'list' && operation.params.every(isFree));
    const [list] = lists.toSorted((a, b) => parametersOf(a.operation.path).length - parametersOf(b.operation.path).length);
    if (settings || list === undefined) continue;
    const parent: Parent = { name, needs: parametersOf(list.operation.path) };
    const items = operations
      .filter(({ kind }) => kind === 'get' || kind === 'update' || kind === 'delete')
      .map(({ operation }) => operation.path);
    for (const path of [...items, ...paths.map((each) => `${each}/{}`)])
      if (path.endsWith('}') && !byPath.has(shapeOf(path))) byPath.set(shapeOf(path), parent);
  }
  return {
    of: (path, parameter, own) => {
      const segments = path.split('/');
      const at = segments.indexOf(`{${parameter}}`);
      const above = segments.slice(0, at + 1).join('/');
      const parent = at < 0 ? undefined : byPath.get(shapeOf(above));
      const known = parametersOf(segments.slice(0, at).join('/'));
      if (parent === undefined || parent.name === own || !parent.needs.every((name) => known.includes(name))) return undefined;
      return {
        resource: parent.name,
        guessed: true,
        ...(parent.needs.length > 0 ? { scope: Object.fromEntries(parent.needs.map((name) => [name, `/${name}`])) } : {}),
      };
    },
  };
}

/** The resource on whose page another stands as a tab: the nearest that its rows are below. */
export function parentOf({ name, operations }: Draft, parents: Parents): string | undefined {
  // where it is made is where it belongs, wherever else it is listed
  const paths = (['create', 'get', 'list'] as const).flatMap((wanted) =>
    operations.filter(({ kind }) => kind === wanted).map(({ operation }) => operation.path),
  );
  const found = paths.flatMap((path) =>
    parametersOf(path)
      .toReversed()
      .flatMap((parameter) => parents.of(path, parameter, name)?.resource ?? []),
  );
  return found[0];
}

function isFree({ in: place, required }: { in: string; required: boolean }): boolean {
  return place !== 'query' || !required;
}

function parametersOf(path: string): string[] {
  return path.split('/').flatMap(parameterNames);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
