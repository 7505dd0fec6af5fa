import { asObject, isObject } from '#domain/json.ts';

/** Where the backend and the model are. A static installation says so in `/config.json`; by default both are on the page's origin. */
export type Config = { apiUrl: string; modelUrl: string; foreign?: Foreign };

/** The console of a contract that is not ours: what it is called, and how its callers say who they are. */
export type Foreign = { title: string; version: string; open: boolean; ways: Scheme[][]; servers?: ServerEntry[] };
/** One of the backends that it names, with what may be chosen in its address. */
export type ServerEntry = {
  url: string;
  description?: string;
  variables: { name: string; default: string; values?: string[]; description?: string }[];
};
/** One scheme of its `securitySchemes`; those of one way are needed together. */
export type Scheme = {
  kind: 'bearer' | 'basic' | 'key' | 'client';
  name: string;
  help?: string;
  in?: 'header' | 'query' | 'cookie';
  key?: string;
};

let current: Config = { apiUrl: '', modelUrl: '/model' };
let loading: Promise<Config> | undefined;

/** Reads `/config.json` once. A missing or broken file means the defaults. */
export function loadConfig(): Promise<Config> {
  loading ??= fetch('/config.json')
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}))
    .then((read: unknown) => (current = merge(read)));
  return loading;
}

export function config(): Config {
  return current;
}

function merge(read: unknown): Config {
  const { apiUrl, modelUrl, foreign } = asObject(read);
  return {
    apiUrl: address(apiUrl) ?? current.apiUrl,
    modelUrl: address(modelUrl) ?? current.modelUrl,
    // the server that says so made it
    ...(isObject(foreign) ? { foreign: foreign as unknown as Foreign } : {}),
  };
}

function address(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replace(/\/+$/, '') : undefined;
}
