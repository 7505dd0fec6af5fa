import { flushPending } from '#controls/pending.ts';

/**
 * What leaving a field changes (a message, the value in words) moves what stands below it. Done while the mouse is down, it
 * would take the button away from under the click: it waits for the release, and is done before the click is handled.
 */
let pressed = false;
let waiting: (() => void)[] = [];

export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true);
  window.addEventListener('click', release, true);
  // no click follows what was dragged or released elsewhere
  for (const end of ['pointerup', 'pointercancel', 'dragend']) window.addEventListener(end, () => setTimeout(release), true);
  // who sends a form by Enter leaves no field: what was just typed in it is meant as well
  window.addEventListener('submit', flushPending, true);
}
