import { useEffect, useState } from 'react';

/** Spec section 9: how long a search waits for the next letter, in milliseconds. */
export const searchDelay = 300;

/** The value as it was once it had not changed for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
