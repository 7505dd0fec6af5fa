import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// what Node made of the sources is kept: later starts are quicker, and nothing that strips types stays in memory
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/wan-console'));
await import('#server/start.ts');
