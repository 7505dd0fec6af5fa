/** So much of a frame is given to pictures; what is left is the page's and the browser's, which paints them. */
const A_FRAME_MS = 5;
const waiting = new Map<object, () => void>();
let frame: number | undefined;

/**
 * Draws in the next frame that has time for it, the first asked the first served: a page of charts is drawn without a frame that
 * takes as long as all of them. Asked again meanwhile, it is drawn once, as it was asked for last.
 */
export function drawSoon(picture: object, draw: () => void): void {
  waiting.set(picture, draw);
  frame ??= requestAnimationFrame(drawSome);
}

export function drawNever(picture: object): void {
  waiting.delete(picture);
}

function drawSome(): void {
  const started = performance.now();
  try {
    for (const [picture, draw] of waiting) {
      waiting.delete(picture);
      draw();
      if (performance.now() - started > A_FRAME_MS) break;
    }
  } finally {
    // one that cannot be drawn keeps no other from it
    frame = waiting.size > 0 ? requestAnimationFrame(drawSome) : undefined;
  }
}
