const key = 'wan.singleKeys';

/** Keys that do something without Ctrl or Cmd. Who speaks to the computer, or types with one hand, may switch them off (WCAG 2.1.4). */
export function singleKeys(): boolean {
  return localStorage.getItem(key) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}

/** Is this a key press that may be a shortcut: none that is typed somewhere, or held with another key? */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return false;
  const { target } = event;
  if (document.querySelector('dialog[open]') !== null) return false;
  return !(
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)
  );
}
