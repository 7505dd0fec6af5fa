import { useEffect, useRef, useState } from 'react';
import type { RuleAnswer, RuleTask } from '#widgets/address-rules.worker.ts';
import type { LineReport } from '#widgets/line-set.ts';

const REST = 120;

/**
 * The lines' shadow in a worker: reports what is wrong with them, and does what takes long. `lines` are the widget's value;
 * whatever changes them from outside is loaded again, the widget's own edits are told with `splice`.
 */
export function useRuleWorker(lines: readonly string[], format: string) {
  const [report, setReport] = useState<LineReport | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const state = useRef<{
    worker?: Worker | undefined;
    next: number;
    waiting: Map<number, (answer: RuleAnswer) => void>;
    known: readonly string[] | undefined;
  }>({
    next: 1,
    waiting: new Map(),
    known: undefined,
  });

  const ask = (task: RuleTask): Promise<RuleAnswer> => {
    const { current } = state;
    if (!current.worker) {
      current.worker = new Worker(new URL('./address-rules.worker.ts', import.meta.url), { type: 'module' });
      current.worker.onmessage = ({ data }: MessageEvent<RuleAnswer>) => {
        current.waiting.get(data.id)?.(data);
        current.waiting.delete(data.id);
        if (data.report) {
          setReport(data.report);
          setBusy(false);
        }
      };
    }
    const id = current.next++;
    if (task.kind !== 'search') setBusy(true);
    current.worker.postMessage({ id, task });
    return new Promise((resolve) => current.waiting.set(id, resolve));
  };

  useEffect(() => {
    if (state.current.known === lines) return undefined;
    // the first look and changes from outside wait until the page has drawn itself
    const timer = setTimeout(
      () => {
        state.current.known = lines;
        void ask({ kind: 'load', text: lines.join('\n'), format });
      },
      state.current.known ? REST : 0,
    );
    return () => clearTimeout(timer);
  }, [lines, format]);

  useEffect(() => {
    const { current } = state;
    return () => {
      current.worker?.terminate();
      current.worker = undefined;
      current.known = undefined;
    };
  }, []);

  return {
    report,
    busy,
    ask,
    /** The widget changed its lines itself and has told the worker, or is about to. */
    adopt(next: readonly string[]): void {
      state.current.known = next;
    },
  };
}
