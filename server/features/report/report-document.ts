import { texts } from '#domain/json.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { Language, ReportContent, ReportDocument } from '#generated/server/stored.ts';
import { placesOf } from '#server/features/site/index.ts';
import { reportSection, type Section } from '#server/features/report/report-section.ts';
import { onlyFirst, rangeWords } from '#server/features/report/report-words.ts';
import { BEFORE_ZONES } from '#server/features/report/report-period.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';

/** Rows of a section that are read rather than worked with. */
const READ_ROWS = 500;

/** What a report is about, whether it was made already or is only looked at before. */
export type ReportSubject = Pick<Entities['Report'], 'companyId' | 'name' | 'rangeStart' | 'rangeEnd'> & {
  siteIds?: readonly string[];
  /** Sites beyond those that its reader reaches. */
  otherSites?: number;
  contents?: readonly ReportContent[];
  timeZone?: string;
  language?: Language;
};

/** A report before it is a file of any format: preview, PDF and spreadsheet say the same. */
export type WholeReport = { name: string; range: string; language: Language; sections: Section[] };

/** Measured from the period that the report names. Whoever reaches some of its sites gets these. */
export async function wholeReport(services: Services, report: ReportSubject, reads = services.system): Promise<WholeReport> {
  const { companyId, name, rangeStart, rangeEnd } = report;
  const language = report.language ?? 'zh';
  const siteIds = texts(report.siteIds);
  const places = await placesOf(services, reads, companyId, siteIds.length > 0 ? [{ path: 'siteId', in: siteIds }] : []);
  const range = { from: Date.parse(rangeStart), to: Date.parse(rangeEnd) };
  const extract = isExtract(reads, report, places.length);
  const some = siteIds.length > 0 || extract;
  const timeZone = report.timeZone ?? BEFORE_ZONES;
  const context = { places, some, range, timeZone, language, services, companyId };
  const sections: Section[] = [];
  for (const content of report.contents ?? []) sections.push(await reportSection(content, context));
  return {
    name,
    range: rangeWords({ from: rangeStart, to: rangeEnd, timeZone, source: services.telemetry.source, extract }, language),
    language,
    sections,
  };
}

/** Whether somebody reaches only some of the sites that a report is about. */
export function isExtract(reads: Handle, { companyId, siteIds = [], otherSites = 0 }: ReportSubject, reached: number): boolean {
  if (reads.reach(reads.store.spec('Site')).cities?.has(companyId) !== true) return false;
  return siteIds.length === 0 || otherSites > 0 || reached < siteIds.length;
}

/** A report as it is read: long tables end early and say so. */
export function readableReport({ name, range, sections, language }: WholeReport): ReportDocument {
  return {
    name,
    range,
    sections: sections.map(({ title, columns, rows, chart, bars, note }) => {
      const notes = [note, rows.length > READ_ROWS ? onlyFirst(READ_ROWS, rows.length, language) : undefined];
      const said = notes.filter((each) => each !== undefined).join(' ');
      return {
        title,
        head: rows.length === 0 ? [] : columns.map(({ title: head }) => head),
        rows: rows.slice(0, READ_ROWS).map((row) => row.map(({ text }) => text)),
        ...(chart ? { chart } : {}),
        ...(bars ? { bars } : {}),
        ...(said === '' ? {} : { note: said }),
      };
    }),
  };
}
