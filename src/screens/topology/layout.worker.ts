import { layoutOf, type Layout, type LayoutTask } from './layout.ts';

export type LayoutAnswer = { id: number; layout: Layout };

self.onmessage = ({ data }: MessageEvent<{ id: number; task: LayoutTask }>) => {
  const layout = layoutOf(data.task);
  self.postMessage({ id: data.id, layout } satisfies LayoutAnswer, { transfer: [layout.x.buffer, layout.y.buffer] });
};
