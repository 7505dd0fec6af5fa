import type { Look } from './look.ts';
import { type Marks, paintMarks, paintScene, type Scene } from './scene.ts';
import type { Size, View } from './viewport.ts';

/** Drawn beyond each edge, so that a drag shows something there at once. */
const BEYOND = 320;
/** The picture is drawn anew when the hand rests so long. */
const SETTLE_MS = 120;
/** Who drags on and on sees what comes in after so long. */
const CATCH_UP_MS = 400;
const NO_MARKS: Marks = { node: undefined, links: [], path: undefined };

/**
 * A canvas that moves what was drawn while somebody drags or zooms, and draws it anew when he rests: ten thousand links take
 * some frames to draw and a fraction of one to move.
 */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #base = document.createElement('canvas');
  #drawn: { view: View; size: Size; at: number } | undefined;
  #frame: number | undefined;
  #timer: number | undefined;
  #scene: Scene | undefined;
  #marks = NO_MARKS;
  #look: Look | undefined;
  #view: View = { scale: 1, x: 0, y: 0 };
  #size: Size = { width: 0, height: 0 };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  get view(): View {
    return this.#view;
  }

  get size(): Size {
    return this.#size;
  }

  show(scene: Scene | undefined, look: Look): void {
    this.#scene = scene;
    this.#look = look;
    this.#again();
  }

  mark(marks: Marks): void {
    this.#marks = marks;
    this.#plan();
  }

  /** At once: what was drawn is moved to where it belongs now. */
  moveTo(view: View): void {
    this.#view = view;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#again(), SETTLE_MS);
    this.#plan();
  }

  /** Drawn for this view from the start. */
  jumpTo(view: View): void {
    this.#view = view;
    this.#again();
  }

  resize(size: Size): void {
    this.#size = size;
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(size.width * ratio);
    this.#canvas.height = Math.round(size.height * ratio);
    this.#again();
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#drawn = undefined;
    this.#plan();
  }

  #plan(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#paint();
    });
  }

  #paint(): void {
    const brush = this.#canvas.getContext('2d', { alpha: false });
    const { width, height } = this.#size;
    if (!brush || !this.#look || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.fillStyle = this.#look.surface;
    brush.fillRect(0, 0, width, height);
    if (!this.#scene) return;
    if (this.#drawn && this.#isBeyond(this.#drawn) && performance.now() - this.#drawn.at > CATCH_UP_MS) this.#drawn = undefined;
    const drawn = (this.#drawn ??= this.#drawBase(this.#scene, this.#look, ratio));
    const by = this.#view.scale / drawn.view.scale;
    brush.drawImage(
      this.#base,
      this.#view.x - drawn.view.x * by,
      this.#view.y - drawn.view.y * by,
      drawn.size.width * by,
      drawn.size.height * by,
    );
    paintMarks(brush, this.#scene, this.#marks, this.#view, this.#look);
    this.#canvas.dataset['painted'] = 'true';
  }

  /** Whether a part of the picture shows nothing because it was not drawn. */
  #isBeyond({ view, size }: { view: View; size: Size }): boolean {
    const by = this.#view.scale / view.scale;
    const [left, top] = [this.#view.x - view.x * by, this.#view.y - view.y * by];
    return left > 0 || top > 0 || left + size.width * by < this.#size.width || top + size.height * by < this.#size.height;
  }

  #drawBase(scene: Scene, look: Look, ratio: number): { view: View; size: Size; at: number } {
    const size = { width: this.#size.width + 2 * BEYOND, height: this.#size.height + 2 * BEYOND };
    const view = { scale: this.#view.scale, x: this.#view.x + BEYOND, y: this.#view.y + BEYOND };
    this.#base.width = Math.round(size.width * ratio);
    this.#base.height = Math.round(size.height * ratio);
    const brush = this.#base.getContext('2d', { alpha: false });
    if (!brush) return { view, size, at: performance.now() };
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintScene(brush, scene, view, size, look);
    return { view, size, at: performance.now() };
  }
}
