import { afterEach, expect, test, vi } from 'vitest';
import { startWorker, TookTooLong } from './start-worker.ts';

afterEach(() => vi.unstubAllGlobals());

test('work that takes too long is ended, and the worker with it; what is done in time is answered', async () => {
  const ended = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      terminate = ended;
      postMessage({ bytes }: { bytes: ArrayBuffer }, [port]: [MessagePort]): void {
        if (bytes.byteLength === 1) port.postMessage({ result: 'read' });
      }
    },
  );
  expect(await startWorker().run({ kind: 'parse', bytes: new ArrayBuffer(1) }, 1000)).toBe('read');
  expect(ended).not.toHaveBeenCalled();
  await expect(startWorker().run({ kind: 'parse', bytes: new ArrayBuffer(2) }, 50)).rejects.toBeInstanceOf(TookTooLong);
  expect(ended).toHaveBeenCalledOnce();
});
