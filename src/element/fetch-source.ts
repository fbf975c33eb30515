import { CanopyError } from '../core/errors.ts';

/**
 * Fetches a source of the element as a file, named by the end of its address.
 *
 * @param address relative to the page.
 * @throws CanopyError `FILE_MALFORMED` when it is no address, cannot be read or the server refuses, `ABORTED`.
 */
export async function fetchSource(address: string, signal: AbortSignal): Promise<File> {
  const failed = (why: string, cause?: unknown) =>
    new CanopyError('FILE_MALFORMED', `The source ${address} ${why}.`, {
      nextStep: 'Check its address, and that its server allows this page to read it (CORS).',
      cause,
    });
  try {
    const url = new URL(address, document.baseURI);
    const response = await fetch(url, { signal });
    if (!response.ok) throw failed(`answers ${response.status}`);
    return new File([await response.blob()], decoded(url.pathname.split('/').at(-1) ?? ''));
  } catch (thrown) {
    if (signal.aborted) throw new CanopyError('ABORTED', 'The element left the page.');
    if (thrown instanceof CanopyError) throw thrown;
    throw failed('cannot be read', thrown);
  }
}

/** A name as people read it; one that only looks encoded (“100%.pdf”) stays as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
