import { clientError } from '#api/error.ts';
import { isServed, reload } from '#api/reload.ts';

const key = 'wan.reloaded';
/** Spec section 8. */
const chunkTimeout = 120_000;
let reloading = false;

/**
 * Loads a part of the console. After a deploy the old part may be gone: the page then reloads, once per build, and whenever
 * somebody asked for it `again`: some browsers never fetch a module anew that failed once.
 */
export async function chunk<T>(load: () => Promise<T>, again = false): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(clientError('chunk')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch {
    const served = await isServed();
    // nothing more will render here while the page reloads
    if (served && (again ? reloadNow() : reloadOnce())) return await new Promise<never>(() => {});
    throw clientError(served ? 'chunk' : navigator.onLine ? 'unreachable' : 'offline');
  } finally {
    clearTimeout(timer);
  }
}

/** The same for parts that are loaded elsewhere, and for those that are only fetched ahead. */
export function reloadStaleChunks(): void {
  window.addEventListener('vite:preloadError', () => void isServed().then((served) => served && reloadOnce()));
}

/** Whether the page reloads: now, or already. */
function reloadOnce(): boolean {
  const build = `${__VERSION__} ${__BUILD_DATE__}`;
  if (reloading) return true;
  if (sessionStorage.getItem(key) === build) return false;
  sessionStorage.setItem(key, build);
  return reloadNow();
}

function reloadNow(): boolean {
  if (!reloading) void reload();
  reloading = true;
  return true;
}
