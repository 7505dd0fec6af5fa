/**
 * Text that was typed but not yet handed to the form. Text widgets keep what is typed to themselves for 250 ms, so that
 * a keystroke costs one input; whoever reads the whole document first (submit, draft, tab change) calls `flushPending`.
 */
const pending = new Set<() => void>();

export function addPending(flush: () => void): void {
  pending.add(flush);
}

export function dropPending(flush: () => void): void {
  pending.delete(flush);
}

export function flushPending(): void {
  for (const flush of Array.from(pending)) flush();
}
