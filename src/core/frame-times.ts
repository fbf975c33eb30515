import { VIDEO_FRAME_SECONDS, VIDEO_REGION_FRAMES } from './defaults.ts';

/**
 * Seconds at which a region of a video is looked at: every 10 s from its start, and evenly spread over that grid when
 * there would be more than 32 (paper, section 3).
 *
 * @param start first millisecond of the region.
 * @param end millisecond after its last.
 * @param most most frames for this region.
 */
export function frameTimes(
  start: number,
  end: number,
  most: number = VIDEO_REGION_FRAMES,
): number[] {
  const step = VIDEO_FRAME_SECONDS * 1000;
  const count = Math.max(1, Math.ceil((end - start) / step));
  const chosen = Math.min(count, most);
  return Array.from({ length: chosen }, (_, index) => {
    // Both ends of the grid are kept; what is left out lies evenly between.
    const place = chosen === 1 ? 0 : Math.round((index * (count - 1)) / (chosen - 1));
    return (start + place * step) / 1000;
  });
}
