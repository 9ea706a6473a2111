// What the engraver uses of two packages that come without types.

declare module 'verovio/wasm' {
  const createModule: () => Promise<object>
  export default createModule
}
declare module 'verovio/esm' {
  export class VerovioToolkit {
    constructor(module: object)
    setOptions(options: Readonly<Record<string, string | number | boolean>>): void
    /** False where the document cannot be read. */
    loadData(document: string): boolean | 0 | 1
    /** The document as MEI. */
    getMEI(): string
    getPageCount(): number
    renderToSVG(page: number): string
    /** Which notes begin when, in quarters from the beginning. */
    renderToTimemap(): readonly { readonly qstamp: number; readonly on?: readonly string[] }[]
  }
}
declare module 'svg-to-pdfkit' {
  export default function svgToPdf(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options?: {
      readonly width?: number
      readonly height?: number
      readonly fontCallback?: (family: string, isBold: boolean, isItalic: boolean) => string
    },
  ): void
}
