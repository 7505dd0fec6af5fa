import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** A save is often several events: truncated, written, renamed. */
const SETTLE_MS = 12;

/**
 * Says soon after that something below the folders is another than before, however it came there: written, renamed over
 * what was there, checked out. Folders are watched and not files, since a watched file that another one replaces is deaf.
 */
export function watchFolders(root: string, folders: readonly string[], changed: () => void, except: readonly string[] = []): () => void {
  const refused = new Set(except.map((path) => join(root, path)));
  let watchers: FSWatcher[] = [];
  let moved = false;
  let timer: NodeJS.Timeout | undefined;
  look();
  return () => {
    clearTimeout(timer);
    for (const each of watchers) each.close();
  };

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (moved) look();
      moved = false;
      changed();
    }, SETTLE_MS);
  }

  /** Watches what is there now. A folder of the same name, and even of the same number, may be another one: none is kept. */
  function look(): void {
    const before = watchers;
    const found = new Set([root]);
    for (const folder of folders) below(join(root, folder), found);
    watchers = [...found].flatMap((path) => watched(path) ?? []);
    for (const each of before) each.close();
  }

  function watched(path: string): FSWatcher | undefined {
    try {
      const watcher = watch(path, (event, name) => {
        // of the root itself only that one of the folders comes back
        const isOurs = path === root ? folders.some((folder) => folder.split('/')[0] === name) : !refused.has(join(path, name ?? ''));
        if (!isOurs) return;
        moved ||= event === 'rename';
        soon();
      });
      // a folder that goes away says so to the one above
      return watcher.on('error', () => {});
    } catch {
      // gone since
      return undefined;
    }
  }

  function below(path: string, found: Set<string>): void {
    if (refused.has(path)) return;
    try {
      const inside = readdirSync(path, { withFileTypes: true });
      found.add(path);
      for (const entry of inside) if (entry.isDirectory() && !entry.name.startsWith('.')) below(join(path, entry.name), found);
    } catch {
      // not there, for now
    }
  }
}
