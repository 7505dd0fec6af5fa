import { vi } from 'vitest';

/** For tests: the few things of a browser that these files touch. */
export function stubBrowser(): void {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {}, location: { origin: 'https://console.example' } });
  vi.stubGlobal('navigator', { onLine: true });
}

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
