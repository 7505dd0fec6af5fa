import { texts } from '#domain/json.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { Language, ReportContent, ReportDocument } from '#generated/server/stored.ts';
import { placesOf } from '#server/features/site/index.ts';
import { reportSection, type Section } from '#server/features/report/report-section.ts';
import { onlyFirst, rangeWords } from '#server/features/report/report-words.ts';
import type { Services } from '#server/kernel/services.ts';

/** Rows of a section that are read rather than worked with. */
const READ_ROWS = 500;

/** What a report is about, whether it was made already or is only looked at before. */
export type ReportSubject = Pick<Entities['Report'], 'companyId' | 'name' | 'rangeStart' | 'rangeEnd'> & {
  siteIds?: readonly string[];
  contents?: readonly ReportContent[];
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
  const some = siteIds.length > 0 || reads.reach(services.store.spec('Site')).cities?.has(companyId) === true;
  const context = { places, some, range, language, services, companyId };
  const sections: Section[] = [];
  for (const content of report.contents ?? []) sections.push(await reportSection(content, context));
  return { name, range: rangeWords(rangeStart, rangeEnd, language, services.telemetry.source), language, sections };
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
