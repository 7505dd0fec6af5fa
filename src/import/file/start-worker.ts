import type { Task } from './import.worker.ts';

export type ImportWorker = { run: <T>(task: Task) => Promise<T>; end: () => void };

/** Reading, validating and writing happen off the page's thread. */
export function startWorker(): ImportWorker {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  return {
    run: <T>(task: Task) =>
      new Promise<T>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        worker.onerror = () => reject(new Error('The import worker failed'));
        port1.onmessage = ({ data }: MessageEvent<{ result?: T; error?: string }>) => {
          port1.close();
          if (data.error === undefined) resolve(data.result as T);
          else reject(new Error(data.error));
        };
        worker.postMessage(task, [port2]);
      }),
    end: () => worker.terminate(),
  };
}
