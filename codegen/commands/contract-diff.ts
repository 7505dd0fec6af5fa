import { resolve } from 'node:path';
import { keepCompiled } from '../compile-cache.ts';

/**
 * npm run contract:diff -- BASE              what the working tree's contract changes, as Markdown; BASE is a revision, a file or an address
 * npm run contract:diff -- BASE --json       the same as JSON
 * npm run contract:diff -- BASE --out DIR    Markdown, JSON and one page of HTML as files
 * npm run contract:diff -- BASE --contract FILE   of another contract than ours
 *                               --approvals FILE  where its reasons stand
 *
 * Where DATA_DIR or DATABASE_URL is set, the documents that are stored there and do not fit any more are counted, and the
 * saved views that name what is gone.
 *
 * Ends with 1 where something breaks, or is inferred otherwise, and the file of approvals, openapi/approved-changes.yaml if none is named, does not say why; with 2 where
 * there is nothing to compare with.
 */
const root = resolve(import.meta.dirname, '../..');
keepCompiled();

// who reads the first lines only has read enough
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const [{ run }, { sayFailure }, { NoBase }] = await Promise.all([
  import('../diff/run.ts'),
  import('./failure.ts'),
  import('../diff/side.ts'),
]);
process.exitCode = await run(root).catch((error: unknown) => {
  sayFailure(error);
  return error instanceof NoBase ? 2 : 1;
});
