/** The globals of a page that the client reads, for tests that run it in Node. */
export function stubBrowser(): void {
  const location = { pathname: '/' };
  const window = globalThis.window ?? new EventTarget();
  Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage(), location, window });
  if (!('onLine' in globalThis.navigator)) Object.defineProperty(globalThis.navigator, 'onLine', { value: true, configurable: true });
}

function storage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}
