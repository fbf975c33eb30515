import { toCanopyError } from '../core/errors.ts';
import type { IndexEvent } from '../pipeline/index-events.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { strings } from './strings.ts';

/**
 * Passes indexing on and keeps the file itself once its document stands. A file that cannot be kept costs a warning on the
 * document and nothing else: its words are indexed, only the page, the picture or the film cannot be shown.
 */
export async function* keepOriginal(
  events: AsyncGenerator<IndexEvent>,
  original: Blob | undefined,
  {
    originals,
    store,
  }: { readonly originals: OriginalStore; readonly store: Pick<RegionStore, 'putDocument'> },
): AsyncGenerator<IndexEvent> {
  for await (const event of events) {
    if (event.type !== 'indexed' || original === undefined) {
      yield event;
      continue;
    }
    const failure = await originals.put(event.document.id, original).then(
      () => undefined,
      (thrown: unknown) => toCanopyError(thrown, 'STORE_FAILED'),
    );
    if (failure === undefined) {
      yield event;
      continue;
    }
    const reason = strings.collection.originalNotKept(failure.code === 'STORE_QUOTA_EXCEEDED');
    const document = { ...event.document, warnings: [...event.document.warnings, reason] };
    await store.putDocument(document);
    yield { ...event, document };
  }
}
