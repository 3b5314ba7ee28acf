import { bitCount, SAMPLES } from './cell-masks.ts'
import type { LocalPlane } from './lng-lat.ts'
import { listSprayRuns, runLine } from './spray-path.ts'
import { SwathFill } from './swath-fill.ts'
import type { PointColumns } from './telemetry-point.ts'
import { toTileKey } from './swath-tile.ts'

/**
 * The 32 samples in such a cell are 0.7 m apart: for a field, within 1 % of the finer raster of the
 * work record, at a fortieth of its memory (measured). One raster is kept for each drone in the
 * air.
 */
const CELL_M = 4
const TILE_SHIFT = 4
const TILE_CELLS = 1 << TILE_SHIFT
/** 4 MiB: more ground than a drone covers in one flight. Ground beyond that is not counted. */
const MOST_TILES = 4_000

/**
 * The ground that a swath covered, as a union that grows as points arrive. It keeps nothing else:
 * `SwathRaster` also keeps passes and shapes, at sixteen bytes per cell of 0.5 m.
 */
export class CoveredGround extends SwathFill {
  readonly #plane: LocalPlane
  readonly #tiles = new Map<number, Uint32Array>()
  #samples = 0
  #sweptM2 = 0

  constructor(plane: LocalPlane) {
    super(CELL_M)
    this.#plane = plane
  }

  get coveredM2(): number {
    return (this.#samples / SAMPLES) * CELL_M * CELL_M
  }

  /** Length times width of everything added. */
  get sweptM2(): number {
    return this.#sweptM2
  }

  /** Everything sprayed in rows [from, to) of a sorted table. */
  addTrack(points: PointColumns, from: number, to: number, defaultSwathWidthM: number): void {
    for (const run of listSprayRuns(points, from, to, defaultSwathWidthM))
      this.#addLine(runLine(points, run, this.#plane), run.swathWidthM)
  }

  #addLine(xy: Float64Array, swathWidthM: number): void {
    const half = swathWidthM / 2
    let beforeX = NaN
    let beforeY = NaN
    for (let i = 2; i + 1 < xy.length; i += 2) {
      const x = xy[i - 2]!
      const y = xy[i - 1]!
      const lengthM = Math.hypot(xy[i]! - x, xy[i + 1]! - y)
      if (!(lengthM > 0) || !(swathWidthM > 0)) continue
      const ux = (xy[i]! - x) / lengthM
      const uy = (xy[i + 1]! - y) / lengthM
      if (!Number.isNaN(beforeX)) this.fillBend(x, y, beforeX, beforeY, ux, uy, half)
      this.fillStretch(x, y, ux, uy, 0, lengthM, half)
      this.#sweptM2 += lengthM * swathWidthM
      beforeX = ux
      beforeY = uy
    }
  }

  protected cover(column: number, row: number, mask: number): void {
    const key = toTileKey(column >> TILE_SHIFT, row >> TILE_SHIFT)
    let tile = this.#tiles.get(key)
    if (tile === undefined) {
      if (this.#tiles.size >= MOST_TILES) return
      tile = new Uint32Array(TILE_CELLS * TILE_CELLS)
      this.#tiles.set(key, tile)
    }
    const at = ((row & (TILE_CELLS - 1)) << TILE_SHIFT) | (column & (TILE_CELLS - 1))
    const fresh = mask & ~tile[at]!
    if (fresh === 0) return
    this.#samples += bitCount(fresh)
    tile[at] = tile[at]! | mask
  }
}
