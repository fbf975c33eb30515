import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Folders of pdf.js that a PDF without its own fonts or character maps needs; Chinese, Japanese and Korean ones often do. */
const FOLDERS = ['cmaps', 'standard_fonts'];

/** Serves pdf.js's data files under `pdfjs/`, in development as in the built app, so that nothing is fetched elsewhere. */
export function pdfAssets(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'canopy:pdf-assets',
    configureServer({ middlewares }) {
      for (const folder of FOLDERS) {
        middlewares.use(`/pdfjs/${folder}`, (request, response, next) => {
          const name = /^\/([\w.-]+)$/.exec(request.url?.split('?')[0] ?? '')?.[1];
          const path = name === undefined ? undefined : join(root, folder, name);
          if (path === undefined || !existsSync(path)) return next();
          response.setHeader('Content-Type', 'application/octet-stream');
          createReadStream(path).pipe(response);
        });
      }
    },
    generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of readdirSync(join(root, folder))) {
          const source = readFileSync(join(root, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}
