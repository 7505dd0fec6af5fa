/** Longer than anybody presses a button without meaning to drag. */
const LONGEST = 1000;

let down = false;
for (const event of ['pointerdown', 'pointerup', 'pointercancel'] as const)
  globalThis.addEventListener?.(event, () => (down = event === 'pointerdown'), { capture: true, passive: true });

/** Resolves once no button is held: what moves between press and release is never clicked. */
export function pointerReleased(): Promise<void> {
  if (!down) return Promise.resolve();
  return new Promise((resolve) => {
    // the click itself comes after the release
    const done = (): void => void setTimeout(resolve, 0);
    addEventListener('pointerup', done, { once: true, capture: true });
    setTimeout(done, LONGEST);
  });
}
