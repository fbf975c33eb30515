/** Tokens of a picture however small, and of each tile of 512 pixels a side. */
const BASE_TOKENS = 85;
const TILE_TOKENS = 170;
const TILE_SIDE = 512;

/**
 * Estimates what a reader pays for a picture: the published rule of one widespread family of models, which counts tiles.
 * Others differ by a factor of two either way; shown with "about". Ours.
 */
export function pictureTokens(width: number, height: number): number {
  return BASE_TOKENS + TILE_TOKENS * Math.ceil(width / TILE_SIDE) * Math.ceil(height / TILE_SIDE);
}
