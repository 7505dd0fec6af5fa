import { texts } from '#domain/json.ts';
import { type Language } from '#domain/model.ts';
import { type Services } from '#server/kernel/services.ts';
import { placesOf } from '#server/features/site/index.ts';
import { reportSection, type Sheet } from '#server/features/report/report-section.ts';
import { type Doc } from '#server/store/items/tables.ts';

const BYTE_ORDER_MARK = '\u{feff}';

/**
 * The file of a report: measured again from the period that it names, the same whenever it is asked for. Whoever reaches
 * some of its sites gets these.
 */
export async function reportFile(services: Services, report: Doc, reads = services.system): Promise<{ name: string; bytes: Uint8Array }> {
  const language: Language = report.language === 'en' ? 'en' : 'zh';
  const siteIds = texts(report.siteIds);
  const places = await placesOf(services, reads, String(report.companyId), siteIds.length > 0 ? [{ path: 'siteId', in: siteIds }] : []);
  const range = { from: Date.parse(String(report.rangeStart)), to: Date.parse(String(report.rangeEnd)) };
  const site = services.store.specs.get('Site');
  const some = siteIds.length > 0 || (site !== undefined && reads.reach(site).cities?.has(String(report.companyId)) === true);
  const context = {
    places,
    some,
    range,
    language,
    services,
    companyId: String(report.companyId),
  };
  const sheets: Sheet[] = [];
  for (const content of texts(report.contents)) sheets.push(await reportSection(content, context));
  const title = String(report.name);
  const isHtml = report.format === 'html';
  const text = isHtml ? html(title, language, sheets) : csv(title, sheets);
  const name = `${title.replaceAll(/[^\p{L}\d-]+/gu, '_')}.${isHtml ? 'html' : 'csv'}`;
  return { name, bytes: new TextEncoder().encode(text) };
}

function csv(title: string, sheets: readonly Sheet[]): string {
  const lines = [[title], ...sheets.flatMap(({ title: name, head, rows }) => [[], [name], head, ...rows])];
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

/** Quoted where it must be; what a spreadsheet would take for a formula is text. */
function quoted(cell: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function html(title: string, language: Language, sheets: readonly Sheet[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const tables = sheets.map(
    (sheet) =>
      `<h2>${escaped(sheet.title)}</h2><table><thead>${row(sheet.head, 'th')}</thead><tbody>${sheet.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`,
  );
  const style =
    'body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:4px 8px;text-align:left}';
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${tables.join('')}</html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
