import { isMainThread } from 'node:worker_threads';

/** Loaded ahead of the reference server: it ends with whoever started it, however that one ended. */
if (isMainThread && process.send !== undefined) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
