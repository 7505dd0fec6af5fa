type Node = { listeners: Set<() => void>; children: Map<string, Node> };

/** Listeners by path. `notify` calls those of every path that holds the changed one, of itself and of all below it. */
export function createListeners() {
  const root = newNode();
  return {
    add(segments: readonly string[], listener: () => void): () => void {
      let node = root;
      for (const segment of segments) {
        let next = node.children.get(segment);
        if (!next) node.children.set(segment, (next = newNode()));
        node = next;
      }
      const { listeners } = node;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(segments: readonly string[]): void {
      const due: (() => void)[] = [];
      let node: Node | undefined = root;
      for (const segment of segments) {
        if (!node) break;
        due.push(...node.listeners);
        node = node.children.get(segment);
      }
      if (node) collect(node, due);
      for (const listener of due) listener();
    },
  };
}

function newNode(): Node {
  return { listeners: new Set(), children: new Map() };
}

function collect(node: Node, due: (() => void)[]): void {
  due.push(...node.listeners);
  for (const next of node.children.values()) collect(next, due);
}
