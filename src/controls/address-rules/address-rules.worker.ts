import { distinct, readLines, reportOf, search, sorted, type LineReport } from './line-set.ts';

/** The worker holds the lines; edits come as splices. Long lists travel as one text: it is copied ten times faster. */
export type RuleTask =
  | { kind: 'load'; text: string; format: string }
  | { kind: 'splice'; at: number; remove: number; insert: string[] }
  | { kind: 'add'; at: number; text: string; max: number }
  | { kind: 'sort' }
  | { kind: 'distinct' }
  | { kind: 'search'; query: string };
export type RuleRequest = { id: number; task: RuleTask };
export type RuleAnswer = {
  id: number;
  report?: LineReport;
  /** The lines as they are now, where the task changed them. */
  text?: string;
  added?: number;
  clipped?: number;
  found?: Uint32Array;
};

let lines: string[] = [];
let format = '';

self.onmessage = (event: MessageEvent<RuleRequest>) => {
  const { id, task } = event.data;
  self.postMessage({ id, ...run(task) });
};

function run(task: RuleTask): Omit<RuleAnswer, 'id'> {
  switch (task.kind) {
    case 'load':
      format = task.format;
      lines = task.text === '' ? [] : task.text.split('\n');
      return { report: reportOf(lines, format) };
    case 'splice':
      lines.splice(task.at, task.remove, ...task.insert);
      return { report: reportOf(lines, format) };
    case 'add': {
      const read = readLines(task.text);
      const fitting = read.slice(0, Math.max(0, task.max - lines.length));
      lines = [...lines.slice(0, task.at), ...fitting, ...lines.slice(task.at)];
      return { ...changed(), added: fitting.length, clipped: read.length - fitting.length };
    }
    case 'sort':
      lines = sorted(lines, format);
      return changed();
    case 'distinct':
      lines = distinct(lines, format);
      return changed();
    case 'search':
      return { found: search(lines, task.query) };
  }
}

function changed(): Pick<RuleAnswer, 'report' | 'text'> {
  return { text: lines.join('\n'), report: reportOf(lines, format) };
}
