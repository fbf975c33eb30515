import type { Plugin } from 'vite';

const EMPTY = '\0canopy:empty';

/**
 * Gives text recognition nothing in place of Node's modules. It asks for them only where it finds itself in Node, but the
 * request stands in its code, and Vite warns of each.
 */
export function withoutNodeModules(): Plugin {
  return {
    name: 'canopy:without-node-modules',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /^(?:fs|crypto)$/.test(source) && importer?.includes('/tesseract.js-core/') === true
        ? EMPTY
        : undefined,
    load: (id) => (id === EMPTY ? 'export default {};' : undefined),
  };
}
