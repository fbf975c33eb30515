import { documentItems } from '../document-items.ts';
import type { Format } from '../format.ts';
import { decodeHtml } from './decode-html.ts';

/** UTF-16 units that are parsed between two pauses. */
const STRETCH = 256 * 1024;

/** Web pages: what they are about, by the parts they mark. Nothing in them is run or loaded. */
export const htmlFormat: Format = {
  name: 'HTML',
  extensions: ['html', 'htm', 'xhtml'],
  async read(file, fallback, pause) {
    const { text, warnings } = decodeHtml(file);
    const [{ DomHandler, Parser }, { htmlBlocks }, { mainContent, pageTitle }] = await Promise.all([
      import('htmlparser2'),
      import('./html-blocks.ts'),
      import('./main-content.ts'),
    ]);
    const handler = new DomHandler(undefined, { withStartIndices: true });
    const parser = new Parser(handler, { decodeEntities: true });
    for (let at = 0; at < text.length; at += STRETCH) {
      await pause();
      parser.write(text.slice(at, at + STRETCH));
    }
    parser.end();
    await pause();
    const document = handler.root;
    const items = documentItems(htmlBlocks(mainContent(document)), {
      source: file.name,
      title: pageTitle(document),
      fallback,
    });
    return { items, warnings };
  },
};
