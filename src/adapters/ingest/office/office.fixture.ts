import { strToU8, zipSync } from 'fflate';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Zips texts to an archive. */
export function zip(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(files)));
}

function packageParts(main: string, type: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="${main}"/></Relationships>`,
  };
}

/** A Word document of the given body. */
export function makeDocx(body: string): Uint8Array<ArrayBuffer> {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zip({
    ...packageParts('word/document.xml', type),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  });
}

/** A paragraph of a Word document, in a style such as `Heading1`. */
export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A workbook: the XML of each sheet's `sheetData` and what follows it, by the sheet's name; and number formats. */
export function makeXlsx(
  sheets: Readonly<Record<string, { data: string; merges?: readonly string[]; hidden?: boolean }>>,
  formats: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const names = Object.entries(sheets);
  const parts = packageParts('xl/workbook.xml', type);
  const list = names
    .map(
      ([name, { hidden }], at) =>
        `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden ? ' state="hidden"' : ''}/>`,
    )
    .join('');
  parts['xl/workbook.xml'] =
    `${HEAD}<workbook xmlns="${main}" xmlns:r="${RELATIONS}"><sheets>${list}</sheets></workbook>`;
  const links = names
    .map(
      (_, at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    )
    .join('');
  parts['xl/_rels/workbook.xml.rels'] =
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links}<Relationship Id="rIdS" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
  const codes = formats
    .map(
      (code, at) =>
        `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join('');
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)];
  parts['xl/styles.xml'] =
    `${HEAD}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${codes}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
  names.forEach(([, { data, merges = [] }], at) => {
    const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join('');
    const mergeCells =
      merged === '' ? '' : `<mergeCells count="${merges.length}">${merged}</mergeCells>`;
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${HEAD}<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${mergeCells}</worksheet>`;
  });
  return zip(parts);
}

/** A row of a sheet: numbers as numbers, texts inline, `{ value, style }` in a number format counted from 1. */
export function sheetRow(
  number: number,
  cells: Readonly<Record<string, string | number | { value: number; style: number }>>,
): string {
  const shown = Object.entries(cells).map(([column, cell]) => {
    const place = `r="${column}${number}"`;
    if (typeof cell === 'string') {
      return `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    }
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
    return `<c ${place} s="${cell.style}"><v>${cell.value}</v></c>`;
  });
  return `<row r="${number}">${shown.join('')}</row>`;
}
