import type { Language, ReportDocument } from '#generated/server/stored.ts';
import { picturesOf } from '#server/features/report/files/chart-svg.ts';
import { escaped } from '#server/features/report/files/escaped.ts';

const STYLE =
  'body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:4px 8px;text-align:left}';

/** A report as a page without anything from elsewhere. */
export function htmlOf({ name, range, sections }: ReportDocument, language: Language): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const parts = sections.map((section) => {
    const { title, head, rows, note } = section;
    const pictures = picturesOf(section, { font: 'sans-serif', drawn: (text) => text }).join('');
    const table =
      rows.length === 0
        ? ''
        : `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
    return `<h2>${escaped(title)}</h2>${pictures}${table}${note === undefined ? '' : `<p>${escaped(note)}</p>`}`;
  });
  const title = escaped(name);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${escaped(range)}</p>${parts.join('')}</html>`;
}
