import { VIDEO_LEAF_SECONDS } from '../defaults.ts';
import type { Leaves } from '../item.ts';

/** 30-second leaves in milliseconds; a tail shorter than a leaf joins the last one (paper, section 3). */
export function segmentVideo(durationSeconds: number): Leaves {
  const leaf = VIDEO_LEAF_SECONDS * 1000;
  const duration = Math.round(durationSeconds * 1000);
  const count = Math.max(1, Math.floor(duration / leaf));
  const starts = Int32Array.from({ length: count }, (_, index) => index * leaf);
  const ends = starts.map((start) => start + leaf);
  ends[count - 1] = duration;
  return { starts, ends };
}
