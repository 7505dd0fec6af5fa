import { BuildError, describeFinding } from '../build-error.ts';

/** What went wrong, for whoever gave the command: findings with their places, else one sentence. `DEBUG=1` adds where in our code. */
export function sayFailure(error: unknown): void {
  console.error(sentenceOf(error));
  if (process.env['DEBUG'] && error instanceof Error) console.error(error.stack);
}

export function sentenceOf(error: unknown): string {
  if (error instanceof BuildError) return error.findings.map(describeFinding).join('\n');
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && 'path' in error && error.code === 'ENOENT') return `There is no file ${String(error.path)}.`;
  // the first line is the sentence; what follows is advice for programmers
  return error.message.split('\n')[0] ?? '';
}
