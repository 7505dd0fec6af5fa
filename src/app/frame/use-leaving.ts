import { useEffect, type MouseEvent } from 'react';
import { useBlocker, useLocation, useNavigate, useNavigation, type Location } from 'react-router';
import { confirmLeave, hasUnsavedChanges, leaveForms, stayInForms } from '#form/draft/dirty-guard.ts';

/** Asks before a form with unsaved changes is left: by a link, the menu, or the browser's back and forward. */
export function useDirtyBlocker(): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => !keepsForm(currentLocation, nextLocation) && hasUnsavedChanges());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeave().then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  // a form without changes is left unasked, and stands as long
  const here = useLocation();
  const { location: next } = useNavigation();
  useEffect(() => {
    if (next === undefined) stayInForms();
    else if (!keepsForm(here, next)) leaveForms();
  }, [here, next]);
}

/** Widgets know no router: their links to other pages say so, and become navigations here. */
export function useInternalLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-internal]') : null;
    // what opens a tab, a window or a download is the browser's
    if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
}

/** A change of the list behind a form leaves the form where it is. */
function keepsForm(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return false;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return ['new', 'edit', 'tab'].every((name) => before.get(name) === after.get(name));
}
