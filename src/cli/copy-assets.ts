import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CanopyError } from '../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** What a page serves beside its own code; see `assetsUrl` of the library. */
const SERVED = /^(models|pdfjs|.*\.worker\.js|.*\.worker\.min\.mjs|.*\.wasm|.*\.traineddata\.gz)$/;

/**
 * Copies what a page must serve into a folder.
 *
 * @param from the built library; only tests name another.
 * @throws CanopyError `INVALID_ARGUMENT` without a folder, or where the library is not built.
 */
export async function copyAssets(
  [folder, ...rest]: readonly string[],
  { out }: Pick<Terminal, 'out'>,
  from: string = fileURLToPath(new URL(/* @vite-ignore */ './', import.meta.url)),
): Promise<number> {
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
    throw new CanopyError('INVALID_ARGUMENT', 'Name the one folder to copy to.', {
      nextStep: 'For example: canopy assets public/canopy',
    });
  }
  const names = (await readdir(from)).filter((name) => SERVED.test(name));
  if (!names.includes('encoder.worker.js')) {
    throw new CanopyError(
      'INVALID_ARGUMENT',
      'There is nothing to copy: this is not a built package.',
      {
        nextStep: 'Run it as npx canopy, or build the library first.',
      },
    );
  }
  await mkdir(folder, { recursive: true });
  for (const name of names) await cp(join(from, name), join(folder, name), { recursive: true });
  out(`${names.join('\n')}\n`);
  return 0;
}
