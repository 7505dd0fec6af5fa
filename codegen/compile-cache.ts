import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** The tools behind a pass are large: compiled once, they start in half the time. Each thread says so for itself, before it imports them. */
export function keepCompiled(): void {
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/wan-console/compile'));
}
