/** Every constant of the method, with its source. */

/** Parts a region is cut into (paper, section 3). */
export const BRANCHING = 2;
/** Items a retriever hands over per round (paper, section 4). */
export const RETRIEVED_ITEMS = 10;
/** Rounds of retrieve, compress, judge at most; the critic is not asked in the last (paper, section 4). */
export const MAX_ROUNDS = 3;
/** Evidence cap in reader tokens, without and with video (paper, section 4). */
export const EVIDENCE_TOKEN_CAP = { default: 16_000, video: 64_000 } as const;
/** Length of a video leaf in seconds (paper, section 3). */
export const VIDEO_LEAF_SECONDS = 30;
/** Seconds between sampled frames (paper, section 3). */
export const VIDEO_FRAME_SECONDS = 10;
/** Most frames a region of a video may hold (paper, section 3). */
export const VIDEO_REGION_FRAMES = 32;
/** Descend when `score(child) >= score(parent) - margin`; 0 is the paper's rule. */
export const MARGIN = 0;
/**
 * Bumped whenever something stored with an item would come out differently: its leaves and their token counts, its tree,
 * its region texts, or the hashed words of its leaves. The latter are compared with the question's, so a change of
 * `termsOf` (word borders, stems, hash) needs a bump as much as a change of the segmenter does. Ours.
 */
export const TREE_VERSION = 1;
