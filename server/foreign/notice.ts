import type { Security } from './document.ts';
import type { Prepared } from './prepare.ts';

type Served = { prepared: Prepared; title: string; security: Security };

const SHOWN = 10;

/** What stands on the terminal: what was found, and what whoever wrote the contract should look at. */
export function noticeOf({ prepared, title, security }: Served, { apiUrl }: { apiUrl: string | undefined }): string {
  const { resources, settings, forms, guesses, unmapped } = prepared.report;
  const lines = [
    `${title}: ${resources} lists, ${settings} settings, ${forms} forms.`,
    apiUrl === undefined
      ? 'No API_URL: answers are made of the contract itself, and what is created is kept here.'
      : `Calls go to ${apiUrl}.`,
    ...security.unknown.map((each) => `  not understood: the log-in by ${each}; calls go without it`),
    ...unmapped.slice(0, SHOWN).map((each) => `  not understood: ${each}`),
    ...(unmapped.length > SHOWN ? [`  and ${unmapped.length - SHOWN} more`] : []),
    `Inferred: ${guesses.length} guesses, ${unmapped.length} not understood; all of it in ${prepared.folder}/report.json`,
  ];
  return `${lines.join('\n')}\n`;
}
