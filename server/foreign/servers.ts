import { asArray, asObject, asText, compact, type JsonObject, texts } from '#domain/json.ts';

/** One of the document's `servers`: its address, and what may be chosen in it. */
export type ServerEntry = { url: string; description?: string; variables: Variable[] };
export type Variable = { name: string; default: string; values?: string[]; description?: string };

/** Which of them, and the values of its variables: `1;host=unifi.example&port=8443`. */
export const CHOICE = 'x-server';

/** What stands for a name in an address leads nowhere else in it. */
const PLAIN = /^[\p{L}\p{N}._~-]+$/u;
/** A part of the path may hold several segments. */
const PATH = /^[\p{L}\p{N}._~/-]+$/u;

/** Those that can be asked; an address without a host is below that of the document. */
export function serversOf(document: JsonObject, source: string): ServerEntry[] {
  return asArray(document['servers']).flatMap((each): ServerEntry[] => {
    const server = asObject(each);
    const given = asText(server['url']) ?? '';
    const url = /^[a-z{]/i.test(given) && given.includes('//') ? given : /^https?:/.test(source) ? absolute(given, source) : '';
    if (url === '') return [];
    const said = asObject(server['variables']);
    const variables = [...url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => {
      const variable = asObject(said[name]);
      const values = texts(variable['enum']);
      return compact<Variable>({
        name,
        default: asText(variable['default']) ?? values[0] ?? '',
        values: values.length > 0 ? values : undefined,
        description: asText(variable['description']),
      });
    });
    return [compact<ServerEntry>({ url, description: asText(server['description']), variables })];
  });
}

/** A relative address, its variables as they are. */
function absolute(url: string, source: string): string {
  return new URL(url.replaceAll('{', '%7B').replaceAll('}', '%7D'), source).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** The address that was chosen, without a slash at its end; undefined where there is no such choice. */
export function chosenServer(servers: readonly ServerEntry[], choice: string | undefined): URL | undefined {
  const [index = '', query = ''] = (choice ?? '0').split(';', 2);
  const server = /^\d+$/.test(index) ? servers[Number(index)] : undefined;
  if (!server) return undefined;
  const given = new URLSearchParams(query);
  let wrong = false;
  const url = server.url.replaceAll(/\{([^}]+)\}/g, (_whole, name: string, at: number) => {
    const variable = server.variables.find((each) => each.name === name);
    const value = given.get(name) ?? variable?.default ?? '';
    const inPath = /^[^/]+\/\/[^/]*\//.test(server.url.slice(0, at));
    const fits = variable?.values ? variable.values.includes(value) : (inPath ? PATH : PLAIN).test(value) && !value.includes('..');
    if (!fits) wrong = true;
    return value;
  });
  if (wrong || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  address.pathname = address.pathname.replace(/\/+$/, '');
  return address;
}

/** Whether there is something to choose. */
export function isChoice(servers: readonly ServerEntry[]): boolean {
  return servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
}
