/** What the reading of somebody's contract guessed, and what it did not understand. */
export type Inferred = { guesses: readonly string[]; unmapped: readonly string[] };

/** How many kinds of each are listed; all of it stands in the report. */
const KINDS = 12;

/** Both by kind, the most frequent first, each with its count and where it is met first; then where all of it is. */
export function inferenceLines({ guesses, unmapped }: Inferred, report: string): string[] {
  return [
    `Inferred: ${counted(guesses.length, 'guess', 'guesses')}, ${counted(unmapped.length, 'warning', 'warnings')}; each of them in ${report}`,
    ...linesOf('guessed', guesses),
    ...linesOf('warning', unmapped),
  ];
}

function linesOf(head: string, found: readonly string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const each of found) kinds.set(kindOf(each), [...(kinds.get(kindOf(each)) ?? []), each]);
  const sorted = [...kinds.values()].toSorted((a, b) => b.length - a.length);
  const rest = sorted.slice(KINDS).flat().length;
  return [
    ...sorted.slice(0, KINDS).map(([first = '', ...others]) => {
      const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
      return `  ${head}: ${first}${more}`;
    }),
    ...(rest === 0 ? [] : [`  ${head}: ${rest} of other kinds`]),
  ];
}

/** What is said, without the place and the names that it is said of. */
function kindOf(text: string): string {
  if (/ refers to \S+, by its name$/.test(text)) return 'refers to';
  if (!text.includes(': ')) return text.split(' ', 1)[0] ?? text;
  const said = text.slice(text.indexOf(': ') + 2);
  return said.replaceAll(/https?:\/\/\S+|requires \S+|"[^"]*"|\d+/g, '…');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
