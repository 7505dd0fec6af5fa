export type Changes = {
  /** Told of each change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  publish: () => void;
};

/** Changes of one thing, for whoever shows it: `useSyncExternalStore(changes.subscribe, …)`. */
export function changesOf(): Changes {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish: () => {
      for (const listener of listeners) listener();
    },
  };
}
