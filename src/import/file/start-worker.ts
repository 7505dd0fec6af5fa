import type { Task } from './import.worker.ts';

/** `within`: after so many milliseconds the work is ended, and the worker with it. */
export type ImportWorker = { run: <T>(task: Task, within?: number) => Promise<T>; end: () => void };

/** The work was ended because it took too long. */
export class TookTooLong extends Error {}

/** Reading, validating and writing happen off the page's thread. */
export function startWorker(): ImportWorker {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  return {
    run: <T>(task: Task, within?: number) =>
      new Promise<T>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        const limit =
          within === undefined
            ? undefined
            : setTimeout(() => {
                worker.terminate();
                reject(new TookTooLong());
              }, within);
        worker.onerror = () => reject(new Error('The import worker failed'));
        port1.onmessage = ({ data }: MessageEvent<{ result?: T; error?: string }>) => {
          clearTimeout(limit);
          port1.close();
          if (data.error === undefined) resolve(data.result as T);
          else reject(new Error(data.error));
        };
        worker.postMessage(task, [port2]);
      }),
    end: () => worker.terminate(),
  };
}
