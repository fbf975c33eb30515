import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import { documentItems } from '../document-items.ts';
import type { Format } from '../format.ts';
import { checkZip } from './check-zip.ts';

/** Styles beyond Word's own headings. Reviewers' comments are left out unless they are mapped, and are not. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='caption'] => p:fresh",
];

/** A book of a thousand pages has about 20 MB; Mammoth needs seconds for this much. */
const MOST_XML = 64 * 1024 * 1024;

/** Word documents of 2007 and later: headings, lists, tables, notes and text boxes; pictures and comments are left out. */
export const docxFormat: Format = {
  name: 'Word',
  extensions: ['docx', 'docm'],
  async read(file, fallback, pause) {
    await checkZip(file, MOST_XML, pause);
    const [html, { parseDocument }, { htmlBlocks }] = await Promise.all([
      toHtml(file),
      import('htmlparser2'),
      import('../html/html-blocks.ts'),
    ]);
    await pause();
    // Offsets in Mammoth's HTML lead nowhere in the file, so no place is kept.
    const blocks = htmlBlocks(parseDocument(html)).map((block) =>
      block.kind === 'heading' ? block : withoutPlace(block),
    );
    if (blocks.length === 0 && html.includes('<img')) throw picturesOnly(file.name);
    return { items: documentItems(blocks, { source: file.name, fallback }), warnings: [] };
  },
};

function withoutPlace<Block extends { readonly place: unknown }>(block: Block): Block {
  return { ...block, place: typeof block.place === 'function' ? () => ({}) : {} };
}

async function toHtml({ name, bytes }: SourceFile): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    // In a browser Mammoth takes the buffer, in Node the bytes.
    const input = { arrayBuffer: bytes.slice().buffer, buffer: bytes };
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    });
    return value;
  } catch (thrown) {
    throw new CanopyError('FILE_MALFORMED', `“${name}” is damaged or no Word document.`, {
      nextStep: 'Open it in Word, save it again as .docx, then add the new file.',
      cause: thrown,
    });
  }
}

function picturesOnly(name: string): CanopyError {
  return new CanopyError('FILE_NO_TEXT', `“${name}” holds pictures and no text.`, {
    nextStep: 'Add the pictures themselves, or a version of the document with text.',
  });
}
