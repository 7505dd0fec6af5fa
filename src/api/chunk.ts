import { clientError } from '#api/error.ts';
import { reload } from '#api/reload.ts';

const key = 'wan.reloaded';
/** Spec section 8. */
const chunkTimeout = 120_000;

/** Loads a part of the console. After a deploy the old part may be gone: the page then reloads, once per build. */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(clientError('chunk')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch {
    // nothing more will render here while the page reloads
    if (reloadOnce()) return await new Promise<never>(() => {});
    throw clientError(navigator.onLine ? 'chunk' : 'offline');
  } finally {
    clearTimeout(timer);
  }
}

/** The same for parts that are loaded elsewhere (React.lazy). */
export function reloadStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}

function reloadOnce(): boolean {
  const build = `${__VERSION__} ${__BUILD_DATE__}`;
  if (!navigator.onLine || sessionStorage.getItem(key) === build) return false;
  sessionStorage.setItem(key, build);
  void reload();
  return true;
}
