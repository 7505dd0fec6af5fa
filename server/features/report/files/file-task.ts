import type { Language, ReportDocument } from '#generated/server/stored.ts';
import type { Section } from '#server/features/report/report-section.ts';

/** What is to be written: something to read, or all rows to work with. */
export type FileTask =
  | { format: 'pdf' | 'html'; language: Language; report: ReportDocument }
  | { format: 'xlsx' | 'csv'; name: string; range: string; sections: readonly Section[] };
