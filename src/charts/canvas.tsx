import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { chunk } from '#api/chunk.ts';
import { errorMessage } from '#api/error.ts';
import { AppError } from '#ui/app-error.tsx';
import { drawNever, drawSoon } from './draw-queue.ts';
import type { Pointer } from './pointer.ts';
import './chart.css';

/** Its pixels, so many for one of the page. */
export type Picture = { taken: () => { canvas: HTMLCanvasElement; scale: number } | undefined };

/** What is read by keys in a picture, and perhaps chosen: items of its first series in reading order, so many side by side. */
export type Choices = { count: number; columns: number; say: (index: number) => string; onChoose?: ((index: number) => void) | undefined };

/** Instants of a time axis that keys go through (milliseconds), and what was measured then. */
export type Instants = { count: number; at: (index: number) => number; say: (at: number) => string };

/** Kinds of pictures that come with the first chart, and those that few pages draw. */
const engines = { usual: () => import('./engine.ts'), more: () => import('./engine-more.ts') };

type Props = {
  /** What is drawn, or how it is in a picture so many pixels wide. */
  option: EChartsCoreOption | ((width: number) => EChartsCoreOption);
  height: number;
  label: string;
  /** Told which instant of the time axis the pointer is at. */
  pointer?: Pointer;
  /** What is laid over the picture, where an instant of its time axis is there. */
  renderOverlay?: (place: (at: number) => { x: number; width: number } | undefined) => ReactNode;
  /** Dragging across chooses a stretch of the time axis (milliseconds). */
  onZoom?: ((from: number, to: number) => void) | undefined;
  background: string;
  picture?: Ref<Picture>;
  engine?: keyof typeof engines;
  choices?: Choices | undefined;
  instants?: Instants;
};

const LEAST_PX = 8;
const PICTURE_SCALE = 2;
/** Instants that one press of a page key passes over. */
const PAGE = 10;

/** Where a chart is drawn. One that cannot be takes no page with it: its figures and its table stand beside it. */
export function Canvas(props: Props): ReactNode {
  const [failure, setFailure] = useState<unknown>();
  const [again, setAgain] = useState(false);
  if (failure === undefined) return <Drawing {...props} again={again} onFailure={setFailure} />;
  const retry = (): void => {
    setAgain(true);
    setFailure(undefined);
  };
  return <AppError detail={errorMessage(failure)} onRetry={retry} />;
}

/** The engine comes with the first one. */
function Drawing({
  option,
  height,
  label,
  pointer,
  renderOverlay,
  onZoom,
  background,
  picture,
  engine = 'usual',
  choices,
  instants,
  again,
  onFailure,
}: Props & { again: boolean; onFailure: (error: unknown) => void }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const [width, setWidth] = useState(0);
  /** What is laid over the picture goes by what stands in it. */
  const [drawn, setDrawn] = useState<EChartsCoreOption>();
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [marked, setMarked] = useState<number>();
  const drawnShape = useRef<string>(undefined);
  const chosen = useRef(choices);
  useEffect(() => {
    chosen.current = choices;
  });

  useEffect(() => {
    let closed = false;
    let made: EChartsType | undefined;
    let watch: ResizeObserver | undefined;
    const open = async (): Promise<void> => {
      const { init } = await chunk(engines[engine], again);
      const element = box.current;
      if (closed || !element) return;
      const own = init(element);
      made = own;
      own.on('click', ({ dataType, dataIndex }) => dataType !== 'edge' && chosen.current?.onChoose?.(dataIndex));
      watch = new ResizeObserver(() => {
        // it is told once of the size that the picture begins with
        if (own.getWidth() === element.clientWidth && own.getHeight() === element.clientHeight) return;
        own.resize();
        setWidth(own.getWidth());
      });
      watch.observe(element);
      setWidth(own.getWidth());
      setChart(own);
    };
    open().catch(onFailure);
    return () => {
      closed = true;
      watch?.disconnect();
      drawnShape.current = undefined;
      if (!made) return;
      drawNever(made);
      // a large picture is painted over several frames, and the engine would go on with one that is gone
      made.clear();
      made.dispose();
      setChart(undefined);
    };
  }, [engine, again, onFailure]);

  useEffect(() => {
    if (!chart) return;
    drawSoon(chart, () => {
      const next = typeof option === 'function' ? option(width) : option;
      const shape = typeof option === 'function' ? shapeOf(next) : undefined;
      // what stands there takes half as long to move as to make anew; of the same shape, nothing of it is left behind
      chart.setOption(next, { notMerge: shape === undefined || shape !== drawnShape.current });
      drawnShape.current = shape;
      setDrawn(next);
    });
  }, [chart, option, width]);

  useImperativeHandle(picture, () => ({
    taken: () => {
      const canvas = chart?.renderToCanvas({ pixelRatio: PICTURE_SCALE, backgroundColor: background });
      return canvas && { canvas, scale: PICTURE_SCALE };
    },
  }));
  const at = (event: PointerEvent): number => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const timeAt = (x: number): number => Number(chart?.convertFromPixel({ xAxisIndex: 0 }, x));
  const place = (time: number): { x: number; width: number } | undefined =>
    drawn ? { x: Number(chart?.convertToPixel({ xAxisIndex: 0 }, time)), width } : undefined;
  const end = (leastPx = LEAST_PX): void => {
    setDrag(undefined);
    if (!drag || Math.abs(drag.to - drag.from) < leastPx) return;
    const ends = [drag.from, drag.to].map(timeAt).toSorted((a, b) => a - b);
    const [from = 0, to = 0] = ends;
    if (to > from) onZoom?.(Math.round(from), Math.round(to));
  };
  const mark = (index: number): void => {
    const at = { seriesIndex: 0, dataIndex: index };
    chart?.dispatchAction({ type: 'downplay', seriesIndex: 0 });
    chart?.dispatchAction({ type: 'highlight', ...at });
    chart?.dispatchAction({ type: 'showTip', ...at });
    setMarked(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!choices || choices.count === 0) return;
    const { columns, count } = choices;
    const at = marked ?? -1;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: marked === undefined ? 0 : at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) {
      if (marked !== undefined) choices.onChoose?.(marked);
    } else if (to >= 0 && to < count) mark(to);
  };
  const leave = (): void => {
    setDrag(undefined);
    setMarked(undefined);
    pointer?.move(undefined);
  };
  /** The arrows point, with Shift they choose a stretch, Enter zooms into it. */
  const onTimeKey = (event: KeyboardEvent, { count, at: timeOf }: Instants): void => {
    const last = count - 1;
    const to = {
      ArrowRight: (marked ?? -1) + 1,
      ArrowLeft: (marked ?? last + 1) - 1,
      PageDown: (marked ?? 0) + PAGE,
      PageUp: (marked ?? last) - PAGE,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape' && marked !== undefined) leave();
    else if (count === 0) return;
    else if (event.key === 'Enter' && drag) {
      end(1);
      leave();
    } else if (to === undefined) return;
    else {
      const next = Math.min(last, Math.max(0, to));
      const [was, is] = [place(timeOf(marked ?? next)), place(timeOf(next))];
      setMarked(next);
      setDrag(event.shiftKey && onZoom && was && is ? { from: drag?.from ?? was.x, to: is.x } : undefined);
      pointer?.move(timeOf(next));
    }
    event.preventDefault();
  };
  const isMarked = marked !== undefined && marked < (choices?.count ?? instants?.count ?? 0);
  const said = isMarked && (choices ? choices.say(marked) : instants?.say(instants.at(marked)));
  const reach = choices ? onKeyDown : instants && ((event: KeyboardEvent) => onTimeKey(event, instants));
  return (
    <div
      className="chart-frame"
      style={{ height }}
      onPointerDown={(event) => {
        if (event.pointerType === 'touch' && drawn) pointer?.touch(timeAt(at(event)));
        if (!onZoom || event.button !== 0 || event.pointerType !== 'mouse') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => {
        if (drawn) pointer?.move(timeAt(at(event)));
        // a stretch that keys have chosen is left alone
        if (drag && event.buttons > 0) setDrag({ ...drag, to: at(event) });
      }}
      onPointerLeave={(event) => event.pointerType !== 'touch' && pointer?.move(undefined)}
      onPointerUp={() => end()}
      onPointerCancel={() => setDrag(undefined)}
      onBlur={() => instants && marked !== undefined && leave()}
      {...(reach ? { tabIndex: 0, role: 'application', 'aria-label': label, 'data-choices': true, onKeyDown: reach } : {})}
    >
      <div ref={box} className="chart-canvas" role="img" aria-label={label} aria-busy={!drawn || undefined} />
      {renderOverlay?.(place)}
      {reach && (
        <span className="rt-hidden" role="status">
          {said}
        </span>
      )}
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

/** Which properties an option has, and which series. */
function shapeOf(option: EChartsCoreOption): string {
  return Object.entries(option)
    .map(([name, part]) => `${name}:${Array.isArray(part) ? part.map(keysIn).join('|') : keysIn(part)}`)
    .join();
}

function keysIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return '';
  const there = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${there.map(([name, each]) => (name === 'id' ? `id=${String(each)}` : name + keysIn(each))).join()}}`;
}
