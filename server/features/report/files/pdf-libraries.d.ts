declare module 'subset-font' {
  /** The font with the glyphs of a text alone. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'truetype' }): Promise<Buffer>;
}

declare module 'pdfmake' {
  type Node = { headlineLevel?: number };
  type Definition = {
    info: { title: string };
    language: string;
    pageSize: 'A4';
    pageMargins: [number, number, number, number];
    defaultStyle: { font: string; fontSize: number };
    content: object[];
    footer: (page: number, pages: number) => object;
    pageBreakBefore: (node: Node, around: { getFollowingNodesOnPage: () => Node[] }) => boolean;
  };
  /** As it is in Node; what is published as its types is that of the browser. */
  const pdfmake: {
    virtualfs: { writeFileSync: (name: string, bytes: Buffer) => void };
    setFonts: (fonts: Record<string, { normal: string }>) => void;
    setUrlAccessPolicy: (allows: (url: string) => boolean) => void;
    setLocalAccessPolicy: (allows: (path: string) => boolean) => void;
    createPdf: (definition: Definition) => { getBuffer: () => Promise<Buffer> };
  };
  export default pdfmake;
}
