import type { Item, Leaves } from './item.ts';
import { segmentTable } from './segment/table.ts';
import { segmentSentences } from './segment/text.ts';
import { segmentVideo } from './segment/video.ts';

/** Cuts an item into its minimal fragments: sentences, rows, 30-second clips, or one picture (paper, section 3). */
export function segmentItem(item: Item): Leaves {
  switch (item.modality) {
    case 'text':
      return item.sentences === undefined ? segmentSentences(item.text) : fromPairs(item.sentences);
    case 'table':
      return segmentTable(item.rows.length);
    case 'image':
      return { starts: Int32Array.of(0), ends: Int32Array.of(item.text.length) };
    case 'video':
      return segmentVideo(item.durationSeconds);
  }
}

function fromPairs(pairs: readonly (readonly [number, number])[]): Leaves {
  return {
    starts: Int32Array.from(pairs, ([start]) => start),
    ends: Int32Array.from(pairs, ([, end]) => end),
  };
}
