import { leafCount, leafRegions } from '../core/region-tree.ts';
import { leafSelection } from '../core/selections/leaf-selection.ts';

/** Distance 1 − cosine up to which something stays, so that a higher dial keeps more, as everywhere. */
const dial = { min: 0.2, max: 1.2, step: 0.01, initial: 0.7 };

/**
 * What LangChain's embedding filter does: an item stays whole when its own similarity with the query reaches a threshold,
 * and goes otherwise. The dial is 1 − the threshold.
 */
export const embeddingFilter = leafSelection({
  name: 'embedding-filter',
  dial,
  judge: (pool) =>
    pool.map(({ tree, scores }) => new Float32Array(leafCount(tree)).fill(scores[0]!)),
  bar: (distance) => 1 - distance,
});

/** The same filter over items cut into sentences first, as its users do with a text splitter before it. */
export const sentenceFilter = leafSelection({
  name: 'sentence-filter',
  dial,
  judge: (pool) =>
    pool.map(({ tree, scores }) =>
      Float32Array.from(leafRegions(tree), (region) => scores[region]!),
    ),
  bar: (distance) => 1 - distance,
});
