import { distanceBetweenM, LocalPlane } from './lng-lat.ts'
import { runLine, listSprayRuns } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'
import { SwathRaster } from './swath-raster.ts'
import { TILE_CELLS } from './swath-tile.ts'

/** Maximum size of a raster: 100 ha in cells of 0.5 m, and 256 MiB in tiles. */
export const MOST_CELLS = 4_000_000
const MOST_TILES = 4_000
/** Enough to draw 15 ha in cells of 0.5 m. */
export const DRAWN_CELLS = 600_000
const COARSEST_CELL_M = 64

/**
 * The cell size for the ground sprayed in rows [from, to): narrow swaths get smaller cells. An area
 * too large for one flight gets larger cells, so that a device's figures cannot exhaust time or
 * memory.
 */
function cellFor(
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
  mostCells: number,
): number {
  let lengthM = 0
  let sweptM2 = 0
  for (const run of listSprayRuns(points, from, to, defaultSwathWidthM)) {
    for (let i = run.from + 1; i < run.to; i++) {
      const stepM = distanceBetweenM(
        points.lng[i - 1]!,
        points.lat[i - 1]!,
        points.lng[i]!,
        points.lat[i]!,
      )
      lengthM += stepM
      sweptM2 += stepM * run.swathWidthM
    }
  }
  const isTooFine = (cellM: number): boolean => {
    const tileM = cellM * TILE_CELLS
    return (
      sweptM2 / (cellM * cellM) > mostCells ||
      sweptM2 / (tileM * tileM) + lengthM / tileM > MOST_TILES
    )
  }
  let cellM = defaultSwathWidthM < 3 ? 0.25 : 0.5
  while (cellM < COARSEST_CELL_M && isTooFine(cellM)) cellM *= 2
  return cellM
}

/** The raster of what was sprayed in rows [from, to) of a sorted table. */
export function buildRaster(
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
  mostCells = MOST_CELLS,
): SwathRaster {
  const raster = new SwathRaster(
    new LocalPlane(points.lng[from] ?? 0, points.lat[from] ?? 0),
    cellFor(points, from, to, defaultSwathWidthM, mostCells),
  )
  raster.addTrack(points, from, to, defaultSwathWidthM)
  return raster
}

/** Length of what was sprayed times its width: what most systems bill. */
export function sweptAreaM2(
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
): number {
  const plane = new LocalPlane(points.lng[from] ?? 0, points.lat[from] ?? 0)
  let sum = 0
  for (const run of listSprayRuns(points, from, to, defaultSwathWidthM)) {
    const line = runLine(points, run, plane)
    for (let i = 2; i < line.length; i += 2)
      sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!) * run.swathWidthM
  }
  return sum
}

export type SprayedTrack = {
  readonly points: PointColumns
  readonly from: number
  readonly to: number
  readonly defaultSwathWidthM: number
}

/** The part, 0..1, of what `own` covered that the earlier tracks had covered already. */
export function alreadyCoveredShare(earlier: readonly SprayedTrack[], own: SprayedTrack): number {
  const ownRaster = buildRaster(own.points, own.from, own.to, own.defaultSwathWidthM)
  const ownM2 = ownRaster.coveredM2
  if (ownM2 === 0) return 0
  const raster = new SwathRaster(ownRaster.plane, ownRaster.cellM)
  for (const track of earlier) {
    raster.addTrack(track.points, track.from, track.to, track.defaultSwathWidthM)
    raster.startPass()
  }
  const beforeM2 = raster.coveredM2
  raster.addTrack(own.points, own.from, own.to, own.defaultSwathWidthM)
  return Math.min(1, Math.max(0, 1 - (raster.coveredM2 - beforeM2) / ownM2))
}
