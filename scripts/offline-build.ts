import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Text recognition is needed for few files: it comes with the first picture, and is kept from then on. */
const ON_DEMAND = /tesseract|traineddata|\.map$/;

/** Writes into `sw.js` which files the page needs without a network; the models themselves are kept by the encoder. */
export function offlineBuild(): Plugin {
  let publicDir = '';
  return {
    name: 'canopy:offline-build',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') return;
        const built = Object.keys(bundle).filter(
          (name) => (name.startsWith('assets/') || name === 'index.html') && !ON_DEMAND.test(name),
        );
        const files = [
          ...built,
          'icon.svg',
          'manifest.webmanifest',
          ...manifests(publicDir),
        ].sort();
        const hash = createHash('sha256').update(files.join('\n'));
        const page = bundle['index.html'];
        if (page?.type === 'asset') hash.update(page.source);
        const build = { version: hash.digest('hex').slice(0, 12), files };
        worker.code = worker.code.replaceAll('OFFLINE_BUILD', () => JSON.stringify(build));
      },
    },
  };
}

function manifests(publicDir: string): string[] {
  const models = join(publicDir, 'models');
  if (!existsSync(models)) return [];
  return readdirSync(models)
    .map((id) => `models/${id}/manifest.json`)
    .filter((path) => existsSync(join(publicDir, path)));
}
