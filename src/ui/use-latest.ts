import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The value of the latest render, for handlers and timers that outlive the render in which they were made. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
