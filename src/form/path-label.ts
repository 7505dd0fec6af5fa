import { fieldAt } from '#domain/document.ts';
import type { Field, Labels } from '#domain/model.ts';
import { joinPointer, parsePointer } from '#domain/pointer.ts';
import { fieldLabel, humanised } from '#resource/fields.ts';
import type { FormError } from '#form/engine/errors.ts';
import type { FormScope } from './form-context.ts';

/** `/lan/1/mask` in words: `LAN 2 › Mask`. */
export function pathLabel(root: Field, labels: Labels, doc: unknown, pointer: string): string {
  const segments = parsePointer(pointer);
  const words: string[] = [];
  segments.forEach((segment, index) => {
    if (/^\d+$/.test(segment) && words.length > 0) {
      words.push(`${words.pop() ?? ''} ${Number(segment) + 1}`);
      return;
    }
    const field = fieldAt(root, doc, segments.slice(0, index + 1));
    words.push(field ? fieldLabel(labels, field) : humanised(segment));
  });
  return words.join(' › ');
}

/** An error with the place that it collides with, in words. */
export function errorText({ message, other }: FormError, { root, labels, store }: Pick<FormScope, 'root' | 'labels' | 'store'>): string {
  return typeof other === 'string' ? `${message} (${pathLabel(root, labels, store.document(), other)})` : message;
}

/** The nearest pointer, itself or above, that belongs to a control; undefined if none does. */
export function controlPointer(formId: string, pointer: string): string | undefined {
  const segments = parsePointer(pointer);
  for (let length = segments.length; length > 0; length--) {
    const at = joinPointer('', ...segments.slice(0, length));
    if (document.getElementById(formId + at)) return at;
  }
  return undefined;
}
