import type { Layout, LayoutTask } from './layout.ts';
import type { LayoutAnswer } from './layout.worker.ts';

/** Has a network laid out beside the page. The returned function gives it up. */
export function startLayout(task: LayoutTask, onLayout: (layout: Layout) => void): () => void {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
    worker.terminate();
    onLayout(data);
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
