import { afterEach, expect, test, vi } from 'vitest';
import { atRest, restsAfter } from './at-rest.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  restsAfter(Promise.resolve());
});

test('it is at rest once the work is over, however that ends; work that does not end is not waited for', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  const rested = vi.fn();
  const { promise, reject } = Promise.withResolvers<never>();
  restsAfter(promise);
  void atRest().then(rested);
  await vi.advanceTimersByTimeAsync(500);
  expect(rested).not.toHaveBeenCalled();
  reject(new Error('no answer'));
  await vi.advanceTimersByTimeAsync(0);
  expect(rested).toHaveBeenCalledTimes(1);
  restsAfter(new Promise(() => {}));
  void atRest().then(rested);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rested).toHaveBeenCalledTimes(2);
});
