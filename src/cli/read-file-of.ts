import { CanopyError } from '../core/errors.ts';
import { readSourceFile } from '../library/node-canopy.ts';
import type { SourceFile } from '../ports/ingester.ts';

/** What Node's reasons mean for the person at the terminal: what is wrong, and what to do. */
const REASONS: Readonly<Record<string, (path: string) => readonly [string, string]>> = {
  ENOENT: (path) => [`There is no file “${path}”.`, 'Check its name and the folder you are in.'],
  EISDIR: (path) => [
    `“${path}” is a folder.`,
    `Name the files in it, for example ${path.replace(/[\\/]+$/, '')}/*.md`,
  ],
  EACCES: (path) => [`“${path}” may not be read.`, 'Check the rights on the file.'],
};

/**
 * A file that was named on the command line.
 *
 * @throws CanopyError `FILE_MALFORMED` when it is not there, is a folder or cannot be read.
 */
export async function readFileOf(path: string): Promise<SourceFile> {
  return readSourceFile(path).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const [message, nextStep] = REASONS[code]?.(path) ?? [
      `“${path}” cannot be read: ${why}`,
      'Check the file.',
    ];
    throw new CanopyError('FILE_MALFORMED', message, { nextStep, cause });
  });
}
