import type { ProblemEntry } from '#domain/problems.ts';
import { camelCase } from '../names.ts';
import { banner, type Output } from './output.ts';

/** One typed function per entry of problems.yaml: the parameters of its sentences are its arguments. */
export function emitProblems(problems: Record<string, ProblemEntry>): Output {
  const lines = Object.entries(problems).map(([code, entry]) => {
    const names = [
      ...new Set(
        [...Object.values(entry.detail), ...Object.values(entry.title)].flatMap((text) =>
          [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!),
        ),
      ),
    ];
    const params = names.map((name) => `${name}: string | number`).join('; ');
    const argument = names.length === 0 ? '' : `params: { ${params} }`;
    return `export const ${camelCase(code)} = (${argument}): Problem => ({ code: ${JSON.stringify(code)}, status: ${entry.status}, params: ${names.length === 0 ? '{}' : 'params'}${entry.serviceCode === undefined ? '' : `, serviceCode: ${entry.serviceCode}`} });`;
  });
  const head = `${banner('//')}export type Problem = { code: string; status: number; params: Record<string, string | number>; serviceCode?: number };\n\n`;
  return new Map([['problems.ts', `${head}${lines.join('\n')}\n`]]);
}
