import { CanopyError } from '../core/errors.ts';

/**
 * Fetches a source of the element as a file, named by the end of its address.
 *
 * @param address relative to the page.
 * @throws CanopyError `FILE_MALFORMED` when it cannot be reached or the server refuses, `ABORTED`.
 */
export async function fetchSource(address: string, signal: AbortSignal): Promise<File> {
  const url = new URL(address, document.baseURI);
  const failed = (why: string, cause?: unknown) =>
    new CanopyError('FILE_MALFORMED', `The source ${url.href} ${why}.`, {
      nextStep: 'Check its address, and that its server allows this page to read it (CORS).',
      cause,
    });
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw new CanopyError('ABORTED', 'The element left the page.');
    throw failed('cannot be reached', cause);
  });
  if (!response.ok) throw failed(`answers ${response.status}`);
  const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  return new File([await response.blob()], name);
}
