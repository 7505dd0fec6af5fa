import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Every file that something was made of: path, time of its last change, bytes. */
export type MadeOf = [path: string, mtimeMs: number, size: number][];

/** A digest of every file below the given paths, names included: equal digests mean equal inputs. */
export function digest(root: string, paths: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) if (!name.startsWith('.')) add(join(path, name));
      return;
    }
    if (/\.test\.tsx?$/.test(path)) return;
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Runs `make` only where its result is missing or its inputs differ from those of the last run that ended well. */
export function whenChanged(stamp: string, result: string, current: string, make: () => void): void {
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

/** Whether every file of the list still is what it was when something was made of it; `server/main.mjs` asks the same at each start. */
export function isMadeOf(root: string, list: string): boolean {
  if (!existsSync(list)) return false;
  const files = JSON.parse(readFileSync(list, 'utf8')) as MadeOf;
  return files.every(([path, mtimeMs, size]) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return found?.mtimeMs === mtimeMs && found.size === size;
  });
}

export const contractInputs = [
  'openapi/openapi.yaml',
  'openapi/common.yaml',
  'openapi/navigation.yaml',
  'openapi/permissions.yaml',
  'openapi/problems.yaml',
  'openapi/service-codes.yaml',
  'openapi/paths',
  'schemas',
  'locales/zh/entities',
  'domain',
  'codegen',
  'package-lock.json',
];
export const consoleInputs = [
  'src',
  'domain',
  'locales',
  'public',
  'generated/client',
  'index.html',
  'vite.config.ts',
  'bench/first-load.ts',
  'codegen/packed.ts',
  'package-lock.json',
];
