import { useEffect, useState } from 'react';
import type { RuleAnswer, RuleTask } from './address-rules.worker.ts';
import type { LineReport } from './line-set.ts';

const REST = 120;

/**
 * The lines' shadow in a worker: reports what is wrong with them, and does what takes long. `lines` are the widget's value;
 * whatever changes them from outside is loaded again, the widget's own edits are told with `ask`, after `adopt`.
 */
export function useRuleWorker(lines: readonly string[], format: string) {
  const [state, setState] = useState<{ report: LineReport | undefined; busy: boolean }>({ report: undefined, busy: false });
  const [client] = useState(() => createClient((report) => setState({ report, busy: false })));
  useEffect(() => {
    if (client.known() === lines) return undefined;
    // the first look and changes from outside wait until the page has drawn itself
    const wait = client.known() ? REST : 0;
    const timer = setTimeout(() => {
      client.adopt(lines);
      void client.ask({ kind: 'load', text: lines.join('\n'), format });
    }, wait);
    return () => clearTimeout(timer);
  }, [client, lines, format]);
  useEffect(() => client.end, [client]);
  return {
    ...state,
    adopt: client.adopt,
    ask: (task: RuleTask): Promise<RuleAnswer> => {
      if (task.kind !== 'search') setState((before) => ({ ...before, busy: true }));
      return client.ask(task);
    },
  };
}

function createClient(onReport: (report: LineReport) => void) {
  let worker: Worker | undefined;
  let next = 1;
  let adopted: readonly string[] | undefined;
  const waiting = new Map<number, (answer: RuleAnswer) => void>();
  const start = (): Worker => {
    const started = new Worker(new URL('./address-rules.worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<RuleAnswer>) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
      if (data.report) onReport(data.report);
    };
    return started;
  };
  return {
    /** The lines that the worker has, or is about to have. */
    known: () => adopted,
    adopt: (lines: readonly string[]): void => {
      adopted = lines;
    },
    ask: (task: RuleTask): Promise<RuleAnswer> => {
      worker ??= start();
      const id = next++;
      worker.postMessage({ id, task });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: (): void => {
      worker?.terminate();
      worker = undefined;
      adopted = undefined;
    },
  };
}
