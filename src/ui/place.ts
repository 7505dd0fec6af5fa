const GAP = 4;
const EDGE = 8;

/** Below the button, or above it where there is no room; within the window. */
export function place(panel: HTMLElement, at: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
  const below = at.bottom + GAP + height <= innerHeight - EDGE || at.top < height;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(EDGE, below ? at.bottom + GAP : at.top - GAP - height)}px`;
}
