/** Neither an answer that does not come nor a browser that never rests is waited for longer (ms). */
const LONGEST = 2000;
let busy: Promise<unknown> = Promise.resolve();

/** The page is at rest only after this: what nobody waits for leaves the network and the processor to it. */
export function restsAfter(work: Promise<unknown>): void {
  busy = work;
}

/** When what the operator waits for is there. */
export async function atRest(): Promise<void> {
  await Promise.race([busy.catch(() => {}), new Promise((done) => setTimeout(done, LONGEST))]);
  // Safari has none
  if ('requestIdleCallback' in window) await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: LONGEST }));
}
