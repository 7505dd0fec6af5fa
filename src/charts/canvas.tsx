import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { type PointerEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { chunk } from '#api/chunk.ts';
import { saveBlob } from '#ui/save-blob.ts';
import './chart.css';

export type Picture = { save: (name: string) => void };

type Props = {
  option: EChartsCoreOption;
  height: number;
  label: string;
  /** Charts of one name show their crosshair together. */
  group?: string;
  /** Dragging across chooses a stretch of the time axis (milliseconds). */
  onZoom?: ((from: number, to: number) => void) | undefined;
  background: string;
  picture?: Ref<Picture>;
};

const LEAST_PX = 8;
const PICTURE_SCALE = 2;

/** Where a chart is drawn; the engine comes with the first one. */
export function Canvas({ option, height, label, group, onZoom, background, picture }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const [failure, setFailure] = useState<unknown>();
  const [ready, setReady] = useState(false);
  const [drag, setDrag] = useState<{ from: number; to: number }>();

  useEffect(() => {
    let closed = false;
    let watch: ResizeObserver | undefined;
    const open = async (): Promise<void> => {
      const { init, connect } = await chunk(() => import('./engine.ts'));
      const element = box.current;
      if (closed || !element) return;
      const made = init(element);
      chart.current = made;
      if (group !== undefined) {
        made.group = group;
        connect(group);
      }
      watch = new ResizeObserver(() => made.resize());
      watch.observe(element);
      setReady(true);
    };
    open().catch((error: unknown) => setFailure(error));
    return () => {
      closed = true;
      watch?.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, [group]);

  useEffect(() => {
    if (ready) chart.current?.setOption(option, { notMerge: true });
  }, [option, ready]);

  useImperativeHandle(picture, () => ({
    save: (name) => {
      const drawn = chart.current?.renderToCanvas({ pixelRatio: PICTURE_SCALE, backgroundColor: background });
      drawn?.toBlob((blob) => blob && saveBlob(blob, name));
    },
  }));
  // a missing chunk is the error boundary's to tell
  if (failure !== undefined) throw failure;

  const at = (event: PointerEvent): number => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const end = (): void => {
    setDrag(undefined);
    if (!drag || Math.abs(drag.to - drag.from) < LEAST_PX) return;
    const ends = [drag.from, drag.to].map((x) => Number(chart.current?.convertFromPixel({ xAxisIndex: 0 }, x))).toSorted((a, b) => a - b);
    const [from = 0, to = 0] = ends;
    if (to > from) onZoom?.(Math.round(from), Math.round(to));
  };
  return (
    <div
      className="chart-frame"
      style={{ height }}
      onPointerDown={(event) => {
        if (!onZoom || event.button !== 0 || event.pointerType !== 'mouse') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(undefined)}
    >
      <div ref={box} className="chart-canvas" role="img" aria-label={label} aria-busy={!ready || undefined} />
      {drag && (
        <div
          className="chart-drag"
          style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }}
          aria-hidden="true"
        />
      )}
    </div>
  );
}
