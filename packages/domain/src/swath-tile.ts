/** Cells along a side. */
export const TILE_CELLS = 64
export const TILE_SHIFT = 6
/** Tile numbers go from -2^15 to 2^15: 1,000 km either way from the origin at 0.5 m. */
const TILE_OFFSET = 32_768

/** Ground that a swath covered at all, or by separate passes. */
export type SwathPart = 'covered' | 'repeated'

/**
 * 64 × 64 cells: area covered by earlier passes, by the present one, and twice, and when each was
 * last touched.
 */
export type Tile = {
  readonly column: number
  readonly row: number
  readonly before: Uint32Array
  readonly current: Uint32Array
  readonly twice: Uint32Array
  readonly touchedAtM: Float32Array
}

export function createTile(column: number, row: number): Tile {
  const cells = TILE_CELLS * TILE_CELLS
  return {
    column,
    row,
    before: new Uint32Array(cells),
    current: new Uint32Array(cells),
    twice: new Uint32Array(cells),
    touchedAtM: new Float32Array(cells),
  }
}

/** Bits of the samples of a tile's cell. */
export function maskOf(tile: Tile, at: number, part: SwathPart): number {
  return part === 'covered' ? tile.before[at]! | tile.current[at]! : tile.twice[at]!
}

export function toTileKey(column: number, row: number): number {
  return (column + TILE_OFFSET) * 2 * TILE_OFFSET + row + TILE_OFFSET
}
