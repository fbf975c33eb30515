import { toCanopyError } from '../core/errors.ts';
import type { Ingester } from '../ports/ingester.ts';

/**
 * Reads by the first ingester, and by the second what the first one's decoder could not open: a worker may lack a decoder
 * that the page has. The first refusal is told where both refuse, since it names the codec. Only a file that is read piece
 * by piece can be tried twice; the bytes of others have moved away.
 *
 * @param second made when it is needed.
 */
export function fallbackIngester(first: Ingester, second: () => Promise<Ingester>): Ingester {
  return {
    async ingest(file, options) {
      // Captions move to the worker with the first attempt.
      const companions = file.companions?.map(({ name, bytes }) => ({
        name,
        bytes: bytes.slice(),
      }));
      const again = companions === undefined ? file : { ...file, companions };
      try {
        return await first.ingest(file, options);
      } catch (refusal) {
        const { code } = toCanopyError(refusal, 'FILE_MALFORMED');
        if (code !== 'FILE_NOT_DECODABLE' || file.blob === undefined) throw refusal;
        try {
          return await (await second()).ingest(again, options);
        } catch (thrown) {
          throw toCanopyError(thrown, 'FILE_MALFORMED').code === 'ABORTED' ? thrown : refusal;
        }
      }
    },
  };
}
