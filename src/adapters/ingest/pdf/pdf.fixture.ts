/** A line of text of a made-up page, in points from its bottom left corner as PDF counts. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: 'regular' | 'bold' | 'japanese';
}

export interface PdfPage {
  readonly texts: readonly PdfText[];
  /** Drawing operators behind the words, such as those of {@link rulesAround}. */
  readonly drawing?: string;
  readonly width?: number;
  readonly height?: number;
  /** Quarter turns clockwise, in degrees. */
  readonly rotate?: number;
}

const FONTS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
  '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
];
const FONT_NAMES = { regular: 'F1', bold: 'F2', japanese: 'F3' };

/** Writes a PDF of plain text; Japanese text is given as the hexadecimal digits of its Shift-JIS bytes. */
export function makePdf(pages: readonly PdfPage[]): Uint8Array<ArrayBuffer> {
  const first = 8;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`,
    ...FONTS,
    ...pages.flatMap(({ texts, drawing = '', width = 612, height = 792, rotate = 0 }, at) => {
      const stream = [drawing, ...texts.map(drawText)].join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${first + at * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file + trailer, (letter) => letter.charCodeAt(0));
}

function drawText({ text, x, y, size = 10, font = 'regular' }: PdfText): string {
  const shown = font === 'japanese' ? `<${text}>` : `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `BT /${FONT_NAMES[font]} ${size} Tf ${x} ${y} Td ${shown} Tj ET`;
}

/** Lines below one another from `y` on, 12 points apart. */
export function column(lines: readonly string[], x: number, y: number): PdfText[] {
  return lines.map((text, at) => ({ text, x, y: y - at * 12 }));
}

/** Draws the borders of a grid: upright ones at `xs` and level ones at `ys`, over its whole height and width. */
export function rulesAround(xs: readonly number[], ys: readonly number[]): string {
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  return [
    ...xs.map((x) => `${x} ${bottom} m ${x} ${top} l S`),
    // As many programs draw them: areas of a point.
    ...ys.map((y) => `${left} ${y} ${right - left} 0.8 re f`),
  ].join('\n');
}
