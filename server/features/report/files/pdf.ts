import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { create } from 'fontkit';
import pdfmake from 'pdfmake';
import subsetFont from 'subset-font';

import type { Language, ReportDocument } from '#generated/server/stored.ts';
import { picturesOf } from '#server/features/report/files/chart-svg.ts';

const FONT = 'report.ttf';
/** Written in place of a character that the font does not have: the geta mark, as printers do. */
const MISSING = '\u{3013}';
const LINE = '#c9cfd8';
const HEAD = '#eef1f5';
const NOTE = '#5b6472';

/** There is one font, which is set: that what draws SVG does not find it again by its name is nothing to warn of. */
const IN_THIS_FONT = { warningCallback: () => {} };

const require = createRequire(import.meta.url);
let known: { bytes: Buffer; characters: ReadonlySet<number> } | undefined;

/** A4, with the characters that it has of the font, so that the file stays small and reads the same anywhere. */
export async function pdfOf({ name, range, sections }: ReportDocument, language: Language): Promise<Uint8Array> {
  const { bytes, characters } = (known ??= font());
  const drawn = (text: string): string =>
    Array.from(text, (character) => (characters.has(character.codePointAt(0) ?? 0) ? character : MISSING)).join('');
  const content = [
    { text: drawn(name), fontSize: 18 },
    { text: drawn(range), color: NOTE, margin: [0, 2, 0, 6] },
    ...sections.flatMap(({ title, head, rows, note, ...pictures }) => [
      { text: drawn(title), fontSize: 13, margin: [0, 12, 0, 4], headlineLevel: 1 },
      ...picturesOf({ title, head, rows, ...pictures }, { font: 'report', drawn }).map((svg) => ({
        svg,
        options: IN_THIS_FONT,
        margin: [0, 0, 0, 6],
      })),
      ...(rows.length === 0 ? [] : [table([head, ...rows].map((cells) => cells.map(drawn)))]),
      ...(note === undefined ? [] : [{ text: drawn(note), color: NOTE, margin: [0, 4, 0, 0] }]),
    ]),
  ];
  const text = JSON.stringify(content) + '0123456789/' + MISSING;
  pdfmake.virtualfs.writeFileSync(FONT, await subsetFont(bytes, text, { targetFormat: 'truetype' }));
  pdfmake.setFonts({ report: { normal: FONT } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  const pdf = pdfmake.createPdf({
    info: { title: name },
    language: language === 'zh' ? 'zh-CN' : 'en',
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 48],
    defaultStyle: { font: 'report', fontSize: 9 },
    content,
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', color: NOTE, fontSize: 8 }),
    // a heading never stands alone at the end of a page
    pageBreakBefore: (node, { getFollowingNodesOnPage }) => node.headlineLevel === 1 && getFollowingNodesOnPage().length === 0,
  });
  return new Uint8Array(await pdf.getBuffer());
}

function table(body: string[][]): object {
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: (body[0] ?? []).map((_, index) => (index === 0 ? '*' : 'auto')),
      body,
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      fillColor: (row: number) => (row === 0 ? HEAD : null),
    },
  };
}

function font(): { bytes: Buffer; characters: ReadonlySet<number> } {
  const bytes = readFileSync(require.resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2'));
  const read = create(bytes);
  return { bytes, characters: new Set('characterSet' in read ? read.characterSet : []) };
}
