/** Addresses of the log-in page and where it leads; all of them stay on the page's origin. */
const key = 'wan.loginAddress';
const noticeKey = 'wan.notice';

/** `/login?redirect=<path>`; the start page needs no redirect. */
export function loginAddress(path: string): string {
  const target = safePath(path);
  return target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`;
}

/** The path to go on to after log-in, from the search part of the log-in page's address. */
export function redirectOf(search: string): string {
  return safePath(new URLSearchParams(search).get('redirect') ?? '/');
}

/**
 * The path if it is one of this origin, else `/`. Resolved as the browser would:
 * `//evil.example`, `/\evil.example` and `javascript:` name other places.
 */
export function safePath(path: string, origin: string = window.location.origin): string {
  // tab and line feed are dropped by the URL parser and could hide a second slash
  if (!path.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return '/';
  const url = URL.parse(path, origin);
  if (url === null || url.origin !== origin) return '/';
  // a dot segment can leave `//host` behind, which would name another origin the next time it is read
  if (url.pathname.startsWith('//') || url.pathname === '/login') return '/';
  return url.pathname + url.search + url.hash;
}

/** Keeps the address that the operator logged in from: logging out leads back to it. */
export function keepLoginAddress(): void {
  localStorage.setItem(key, window.location.pathname + window.location.search);
}

/** Where log-out leads: the address of the last log-in, else the log-in page with the dashboard as its target. */
export function logoutAddress(): string {
  const kept = localStorage.getItem(key);
  const search = kept?.startsWith('/login') === true ? kept.slice('/login'.length) : undefined;
  return search === undefined ? '/login?redirect=%2Fdashboard' : loginAddress(redirectOf(search));
}

let leaving = false;

/** A message that the log-in page shall show, whether it is of something that went well, and who it is for. */
export type Notice = { tone: 'done' | 'trouble'; text: string; username?: string };

/** Leaves for the log-in page by loading it, so that nothing of the session stays in memory. */
export function leaveTo(address: string, notice?: Notice): void {
  if (leaving) return;
  leaving = true;
  if (notice !== undefined) sessionStorage.setItem(noticeKey, JSON.stringify(notice));
  window.location.replace(address);
}

/** The message that the log-in page shall show, once. */
export function takeNotice(): Notice | undefined {
  const notice = sessionStorage.getItem(noticeKey);
  sessionStorage.removeItem(noticeKey);
  if (notice === null) return undefined;
  const kept: Notice = JSON.parse(notice);
  return kept;
}
