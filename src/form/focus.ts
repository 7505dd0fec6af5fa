import { controlPointer } from './path-label.ts';

/** Puts the focus on the control of a pointer, once it is on the page: a tab or a lazy widget may still be opening. */
export function focusPointer(formId: string, pointer: string, tries = 40): void {
  const exact = document.getElementById(formId + pointer);
  if (!exact?.checkVisibility() && tries > 0) {
    requestAnimationFrame(() => focusPointer(formId, pointer, tries - 1));
    return;
  }
  const near = controlPointer(formId, pointer);
  const target = exact ?? (near === undefined ? null : document.getElementById(formId + near));
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/**
 * Puts the focus where filling in begins: on the first control below the pointer that needs a value and has none, else on the first,
 * whose value typing replaces. Whoever went on to another control meanwhile stays there.
 */
export function focusFirst(formId: string, pointer = '', from = document.activeElement, tries = 40): void {
  const now = document.activeElement;
  if (now !== from && now?.matches('input, textarea, select, button')) return;
  const inputs = [...document.querySelectorAll<HTMLInputElement>(`input[id^="${formId}${pointer}/"]:enabled`)];
  const shown = inputs.filter((each) => each.checkVisibility());
  const first = shown.find((each) => each.ariaRequired && each.value === '') ?? shown[0];
  if (!first) {
    if (tries > 0) requestAnimationFrame(() => focusFirst(formId, pointer, from, tries - 1));
    return;
  }
  first.focus();
  first.select();
}
