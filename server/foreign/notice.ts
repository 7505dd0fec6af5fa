import { inferenceLines } from '#domain/inference-summary.ts';
import type { Security } from './document.ts';
import type { Prepared } from './prepare.ts';

type Served = { prepared: Prepared; title: string; security: Security };

/** What stands on the terminal: what was found, and what whoever wrote the contract should look at. */
export function noticeOf({ prepared, title, security }: Served, { apiUrl }: { apiUrl: string | undefined }): string {
  const { resources, settings, forms, guesses, unmapped } = prepared.report;
  const lines = [
    `${title}: ${resources} lists, ${settings} settings, ${forms} forms.`,
    apiUrl === undefined
      ? 'No API_URL: answers are made of the contract itself, and what is created is kept here.'
      : `Calls go to ${apiUrl}.`,
    ...security.unknown.map((each) => `  not understood: the log-in by ${each}; calls go without it`),
    ...inferenceLines({ guesses, unmapped }, `${prepared.folder}/report.json`),
  ];
  return `${lines.join('\n')}\n`;
}
