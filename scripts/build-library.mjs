// Builds the package's code into dist-lib: workers with their runtimes, the library, its types, models and font data.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, runTool } from './install.mjs';

const to = join(root, 'dist-lib');
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });

const steps = ['encoder', 'ingest', 'ocr', 'library'].map((mode) => [
  ...['vite', 'build', '--config', 'vite.lib.config.ts', '--mode', mode, '--logLevel', 'warn'],
]);
for (const step of [...steps, ['tsc', '-p', 'tsconfig.lib.json']]) {
  if (!runTool(step)) process.exit(1);
}
writeFileSync(
  join(to, 'types/worker.d.ts'),
  '/** The encoder’s worker: a script to be started, not a module to be used. */\nexport {};\n',
);
cpSync(join(root, 'public/models'), join(to, 'models'), { recursive: true });
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
for (const folder of ['cmaps', 'standard_fonts']) {
  cpSync(join(pdfjs, folder), join(to, 'pdfjs', folder), { recursive: true });
}
