import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { StrategyName } from '../strategies/strategy-names.ts';
import { strings } from './strings.ts';

/**
 * Tells of the part of the collection that the systems compared with CANOPY leave out: they search the space of the first
 * encoder alone (docs/decisions/0009-spaces-merge-by-rank.md). Nothing where that holds every item, or none is searched.
 */
export async function* tellOfOthers(
  strategy: StrategyName,
  store: Pick<RegionStore, 'listDocuments' | 'missing'>,
  { fingerprint }: Pick<Encoder, 'fingerprint'>,
): AsyncGenerator<AnswerEvent, void> {
  if (strategy === 'no-retrieval') return;
  const ids = (await store.listDocuments()).flatMap(({ itemIds }) => itemIds);
  const missing = await store.missing([...new Set(ids)], fingerprintKey(fingerprint));
  if (missing.length === 0) return;
  const error = new CanopyError('INVALID_ARGUMENT', strings.answer.firstSpaceOnly, {
    nextStep: strings.answer.firstSpaceOnlyStep,
  });
  yield { type: 'unsearched', round: 1, error };
}
