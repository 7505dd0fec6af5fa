import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { chosenServer, type ServerEntry, serversOf } from './servers.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** A call that the document has answered elsewhere than all others: what its operation says, else its path. */
export type OwnServers = (method: string, path: string) => JsonObject[] | undefined;

/** Of the templates that a path fits the one with the fewest parameters is meant, as everywhere. */
export function ownServers(document: JsonObject): OwnServers {
  const paths = Object.entries(asObject(document['paths']))
    .map(([template, value]) => ({ ...templateOf(template), item: asObject(value) }))
    .toSorted((a, b) => a.parameters - b.parameters);
  const hasOwn = paths.some(({ item }) => 'servers' in item || METHODS.some((method) => 'servers' in asObject(item[method])));
  if (!hasOwn) return () => undefined;
  return (method, path) => {
    const name = method.toLowerCase();
    const item = paths.find((each) => each.item[name] !== undefined && each.matches.test(path))?.item;
    const own = asObject(item?.[name])['servers'] ?? item?.['servers'];
    return own === undefined ? undefined : asArray(own).map(asObject);
  };
}

/**
 * The first of a call's own servers, its variables as they were chosen where it has them too. One without a host stands
 * beside the server of all other calls.
 */
export function ownServer(own: readonly JsonObject[], beside: URL, choice?: string): URL | undefined {
  const servers: ServerEntry[] = serversOf({ servers: [...own] }, `${beside.origin}/`);
  const [, query = ''] = (choice ?? '').split(';', 2);
  return chosenServer(servers, `0;${query}`) ?? chosenServer(servers, undefined);
}

function templateOf(template: string): { matches: RegExp; parameters: number } {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { matches: new RegExp(`^${parts.join('[^/]+')}$`), parameters: parts.length - 1 };
}
