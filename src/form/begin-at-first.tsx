import { useEffect } from 'react';
import { focusFirst } from './focus.ts';
import { useForm } from './form-context.ts';

/** A new one is filled in from its first field on, without a click before. With a touch screen that would open the keyboard over the form. */
export function BeginAtFirst(): null {
  const { formId } = useForm();
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const waits = setTimeout(() => focusFirst(formId));
    return () => clearTimeout(waits);
  }, [formId]);
  return null;
}
