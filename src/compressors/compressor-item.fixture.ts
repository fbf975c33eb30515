import { countLeafTokens } from '../core/evidence-forest.ts';
import type { Item } from '../core/item.ts';
import { itemTerms, termsOf } from '../core/lexical.ts';
import { buildRegionTree } from '../core/region-tree.ts';
import { segmentItem } from '../core/segment-item.ts';
import { blankVectors } from '../core/vectors.fixture.ts';
import type { CompressorItem } from '../ports/compressor.ts';

/** A text item of these sentences with given region scores (breadth-first); 0 where none is given. */
export function scoredText(
  id: string,
  sentences: readonly string[],
  scores: readonly number[] = [],
): CompressorItem {
  let end = -1;
  return scoredItem(
    {
      ...{ id, modality: 'text', title: id, headingPath: [], provenance: { source: `${id}.txt` } },
      text: sentences.join(' '),
      sentences: sentences.map((sentence) => {
        const start = end + 1;
        end = start + sentence.length;
        return [start, end] as const;
      }),
    },
    scores,
  );
}

/** Any item with given region scores. */
export function scoredItem(item: Item, scores: readonly number[] = []): CompressorItem {
  const leaves = segmentItem(item);
  const tree = buildRegionTree(leaves.starts.length);
  const leafTokens = countLeafTokens({ item, leaves });
  const terms = itemTerms(item, leaves);
  const vectors = blankVectors(tree.starts.length);
  return {
    indexed: { item, leaves, leafTokens, tree, vectors, terms, fingerprint: 'test' },
    ...{ tree, leafTokens, vectors, modality: item.modality },
    scores: Float32Array.from(tree.starts, (_, region) => scores[region] ?? 0),
    lexical: { terms, query: termsOf('Who built the tower?') },
  };
}

/** The leaves that stay of each item. */
export function keptOf(
  pool: readonly CompressorItem[],
  compressions: readonly { readonly kept: Int32Array }[],
): number[][] {
  return compressions.map(({ kept }, index) => {
    const { starts, ends } = pool[index]!.tree;
    return [...kept].flatMap((region) =>
      Array.from({ length: ends[region]! - starts[region]! }, (_, i) => starts[region]! + i),
    );
  });
}
