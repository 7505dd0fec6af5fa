import { layoutOf, type Layout, type LayoutTask } from './layout.ts';

export type LayoutAnswer = Layout;

self.onmessage = ({ data }: MessageEvent<LayoutTask>) => {
  const layout = layoutOf(data);
  self.postMessage(layout satisfies LayoutAnswer, { transfer: [layout.x.buffer, layout.y.buffer] });
};
