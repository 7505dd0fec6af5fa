import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLook } from './look.ts';
import { linkAt, nodeAt } from './picking.ts';
import type { Marks, Scene } from './scene.ts';
import { Stage } from './stage.ts';
import { boundsOf, fit, toScreen, type View, zoomAt } from './viewport.ts';

export type Camera = { fit: () => void; zoom: (factor: number) => void; show: (nodes: readonly number[]) => void };
export type Picked = { node: number } | { link: number } | undefined;
type Props = {
  scene: Scene | undefined;
  /** Another one is another picture: it is seen as a whole. */
  shape: string | undefined;
  marks: Marks;
  label: string;
  describedBy: string;
  onPick: (picked: Picked) => void;
  camera: Ref<Camera>;
};

const NODE_REACH = 14;
const LINK_REACH = 6;
const CLICK_PX = 4;
const STEP_PX = 60;
const ZOOM = 1.4;
const WHEEL = 0.0016;
/** A node that is looked for is seen with what is around it. */
const NEAR = 1.6;

/** The network drawn: dragged, zoomed, and walked through by keys. */
export function Picture({ scene, shape, marks, label, describedBy, onPick, camera }: Props): ReactNode {
  const { t } = useTranslation('topology');
  const look = useLook();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const hands = useRef(new Map<number, { x: number; y: number }>());
  const pressed = useRef<{ x: number; y: number } | undefined>(undefined);
  const seen = useRef<string>(undefined);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const made = new Stage(element);
    stage.current = made;
    const watch = new ResizeObserver(() => made.resize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    const wheel = (event: WheelEvent): void => {
      // who scrolls past the picture does not want to zoom it
      if (document.activeElement !== element && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      made.moveTo(zoomAt(made.view, Math.exp(-event.deltaY * WHEEL), { x: event.offsetX, y: event.offsetY }));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      watch.disconnect();
      element.removeEventListener('wheel', wheel);
      made.close();
    };
  }, []);

  useEffect(() => {
    const made = stage.current;
    const element = canvas.current;
    if (!made || !element) return;
    if (made.size.width === 0) made.resize({ width: element.clientWidth, height: element.clientHeight });
    if (scene && seen.current !== shape) {
      seen.current = shape;
      made.jumpTo(fit(boundsOf(scene.layout), made.size, closestOf(scene)));
    }
    made.show(scene, look);
  }, [scene, shape, look]);

  useEffect(() => stage.current?.mark(marks), [marks]);

  const go = (change: (view: View, made: Stage) => View): void => {
    const made = stage.current;
    if (made) made.moveTo(change(made.view, made));
  };
  const centre = ({ size }: Stage): { x: number; y: number } => ({ x: size.width / 2, y: size.height / 2 });
  const whole = (): void => {
    if (scene) go((_, made) => fit(boundsOf(scene.layout), made.size, closestOf(scene)));
  };
  const show = (nodes: readonly number[]): void => {
    if (scene && nodes.length > 0) go((_, made) => fit(boundsOf(scene.layout, nodes), made.size, closestOf(scene, NEAR)));
  };
  useImperativeHandle(camera, () => ({
    fit: whole,
    zoom: (factor) => go((view, made) => zoomAt(view, factor, centre(made))),
    show,
  }));

  // keys come faster than the address follows
  const reached = useRef(marks.node);
  useEffect(() => {
    reached.current = marks.node;
  }, [marks.node]);

  const at = ({ clientX, clientY, currentTarget }: PointerEvent): { x: number; y: number } => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = hands.current.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const others = [...hands.current].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    hands.current.set(event.pointerId, now);
    const [other] = others;
    if (!other) return go((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
    const apart = (spot: { x: number; y: number }): number => Math.max(1, Math.hypot(spot.x - other.x, spot.y - other.y));
    go((view) => zoomAt(view, apart(now) / apart(before), other));
  };
  const onPointerUp = (event: PointerEvent): void => {
    hands.current.delete(event.pointerId);
    const start = pressed.current;
    const end = at(event);
    const made = stage.current;
    if (!scene || !start || !made || Math.hypot(end.x - start.x, end.y - start.y) > CLICK_PX) return;
    const node = nodeAt(scene.layout, made.view, end, NODE_REACH);
    if (node !== undefined) return onPick({ node });
    const link = linkAt(scene.layout, scene.network.links, made.view, end, LINK_REACH);
    onPick(link === undefined ? undefined : { link });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = arrows[event.key];
    const factor = { '+': ZOOM, '=': ZOOM, '-': 1 / ZOOM }[event.key];
    if (way && event.shiftKey) step(way);
    else if (way) go((view) => ({ ...view, x: view.x - way.x * STEP_PX, y: view.y - way.y * STEP_PX }));
    else if (factor !== undefined) go((view, made) => zoomAt(view, factor, centre(made)));
    else if (event.key === '0') whole();
    else if (event.key === 'Escape' && reached.current !== undefined) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (): void => {
    reached.current = undefined;
    onPick(undefined);
  };
  /** To the next node in a direction; the first one is that nearest to the middle. */
  const step = (way: { x: number; y: number }): void => {
    const made = stage.current;
    if (!scene || !made) return;
    const { layout } = scene;
    const from = reached.current;
    const here = from === undefined ? undefined : toScreen(made.view, layout.x[from] ?? 0, layout.y[from] ?? 0);
    const next = here ? nextIn(scene, made.view, here, way, from) : nodeAt(layout, made.view, centre(made), Infinity);
    if (next === undefined) return;
    reached.current = next;
    onPick({ node: next });
    const spot = toScreen(made.view, layout.x[next] ?? 0, layout.y[next] ?? 0);
    const { width, height } = made.size;
    if (spot.x < 0 || spot.y < 0 || spot.x > width || spot.y > height)
      go((view) => ({ ...view, x: view.x + width / 2 - spot.x, y: view.y + height / 2 - spot.y }));
  };

  return (
    <canvas
      ref={canvas}
      className="topology-canvas"
      role="application"
      aria-label={label}
      aria-roledescription={t('picture')}
      aria-describedby={describedBy}
      aria-busy={scene === undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hands.current.set(event.pointerId, at(event));
        pressed.current = hands.current.size === 1 ? at(event) : undefined;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={(event) => hands.current.delete(event.pointerId)}
    />
  );
}

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A map may be seen much nearer than circles of nodes. */
function closestOf({ layout }: Scene, closest?: number): number | undefined {
  return layout.groups.length > 0 ? closest : 40;
}

function nextIn(
  { layout }: Scene,
  view: View,
  here: { x: number; y: number },
  way: { x: number; y: number },
  self: number | undefined,
): number | undefined {
  let [best, least]: [number | undefined, number] = [undefined, Infinity];
  for (let node = 0; node < layout.x.length; node++) {
    if (node === self) continue;
    const spot = toScreen(view, layout.x[node] ?? 0, layout.y[node] ?? 0);
    const [dx, dy] = [spot.x - here.x, spot.y - here.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    // what lies more to the side than ahead is in another direction
    if (ahead <= 0 || aside > ahead * 1.2) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}
