import { asObject } from '#domain/json.ts';

/** Where the backend and the model are. A static installation says so in `/config.json`; by default both are on the page's origin. */
export type Config = { apiUrl: string; modelUrl: string };

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
  const { apiUrl, modelUrl } = asObject(read);
  return {
    apiUrl: address(apiUrl) ?? current.apiUrl,
    modelUrl: address(modelUrl) ?? current.modelUrl,
  };
}

function address(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replace(/\/+$/, '') : undefined;
}
