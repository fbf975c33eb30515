/**
 * Ends a program when nobody reads what it writes any more, as `canopy … | head -1` does; without it Node reports an error
 * that nobody handled. Other faults of the stream stay what they are.
 *
 * @param end must not return: there is nothing left to do.
 */
export function endWithReader(stream: NodeJS.WritableStream, end: () => never): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') end();
    throw error;
  });
}
