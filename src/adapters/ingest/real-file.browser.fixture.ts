import { commands } from 'vitest/browser';
import type { SourceFile } from '../../ports/ingester.ts';

/** Reads one of the real test files in a browser test; undefined where they are absent. */
export async function realFileInBrowser(path: string): Promise<SourceFile | undefined> {
  try {
    const content = await commands.readFile(`../shared/data/files/${path}`, { encoding: 'base64' });
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return { name: path.split('/').at(-1)!, bytes };
  } catch {
    return undefined;
  }
}
