import { asArray, asObject, asText, compact, isObject, type JsonObject } from '#domain/json.ts';
import { resolved } from '#domain/sample.ts';

/** One way in which a call may say who makes it. */
export type Scheme =
  | { kind: 'bearer' | 'basic'; name: string; help?: string }
  | { kind: 'key'; name: string; help?: string; in: 'header' | 'query' | 'cookie'; key: string }
  | { kind: 'client'; name: string; help?: string; tokenUrl: string; scopes: string[] };

/** Schemes that are needed together; one of several ways is enough. */
export type Way = Scheme[];

/** `unknown`: the schemes that this console cannot make a log-in of, with what the document says of them. */
export type Security = { open: boolean; ways: Way[]; unknown: string[] };

/** How callers say who they are, by the document's `security`; where only operations say it, by the first that does. */
export function securityOf(root: JsonObject): Security {
  const schemes = asObject(asObject(root['components'])['securitySchemes']);
  const operations = Object.values(asObject(root['paths'])).flatMap((item) => Object.values(asObject(item)).filter(isObject));
  const said =
    [root['security'], ...operations.map((operation) => operation['security'])].map(asArray).find((ways) => ways.length > 0) ?? [];
  const unknown = new Set<string>();
  const ways = said.map(asObject).flatMap((way): Way[] => {
    const parts = Object.entries(way).map(
      ([name, scopes]) => schemeOf(name, resolved(root, schemes[name]), asArray(scopes).map(String)) ?? name,
    );
    for (const part of parts) if (typeof part === 'string') unknown.add(`${part} (${wordsOf(resolved(root, schemes[part]))})`);
    return parts.some((part) => typeof part === 'string') ? [] : [parts.filter((part) => typeof part !== 'string')];
  });
  return {
    open: said.length === 0 || ways.some((way) => way.length === 0),
    ways: ways.filter((way) => way.length > 0),
    unknown: [...unknown],
  };
}

function wordsOf(scheme: JsonObject): string {
  return [asText(scheme['type']) ?? 'described nowhere', asText(scheme['scheme'])].filter(Boolean).join(' ');
}

function schemeOf(name: string, scheme: JsonObject, scopes: string[]): Scheme | undefined {
  const help = asText(scheme['description']);
  const type = asText(scheme['type']);
  if (type === 'http') {
    const kind = asText(scheme['scheme'])?.toLowerCase();
    return kind === 'bearer' || kind === 'basic' ? compact<Scheme>({ kind, name, help }) : undefined;
  }
  const key = asText(scheme['name']);
  const place = asText(scheme['in']);
  if (type === 'apiKey' && key !== undefined && (place === 'header' || place === 'query' || place === 'cookie'))
    return compact<Scheme>({ kind: 'key', name, help, in: place, key });
  const tokenUrl = asText(asObject(asObject(scheme['flows'])['clientCredentials'])['tokenUrl']);
  if (type === 'oauth2' && tokenUrl !== undefined) return compact<Scheme>({ kind: 'client', name, help, tokenUrl, scopes });
  // a token that was had elsewhere is as good
  return type === 'oauth2' || type === 'openIdConnect' ? compact<Scheme>({ kind: 'bearer', name, help }) : undefined;
}

export function titleOf(root: JsonObject): string {
  return asText(asObject(root['info'])['title']) ?? 'API';
}
