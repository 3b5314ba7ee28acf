import type { SwathRaster } from './swath-raster.ts'
import type { SwathPart } from './swath-tile.ts'
import type { LngLat, LocalPlane } from './lng-lat.ts'
import { simplifiedLine } from './spray-path.ts'

/**
 * GeoJSON MultiPolygon coordinates: closed rings, outer ones counter-clockwise, holes clockwise.
 */
export type CoverageShape = LngLat[][][]

type Outline = { readonly xy: Float64Array; readonly area: number }

type CoverageOptions = { readonly toleranceM?: number; readonly minAreaM2?: number }

/** Cells of a plane, each with its covered share, 0..1. */
type Cells = {
  readonly plane: LocalPlane
  readonly cellM: number
  readonly forEach: (visit: (column: number, row: number, share: number) => void) => void
}

/** The outline of what a raster covered, for drawing; figures come from the raster itself. */
export function coveragePolygons(
  raster: SwathRaster,
  { part, ...options }: CoverageOptions & { readonly part?: SwathPart } = {},
): CoverageShape {
  const { plane, cellM } = raster
  return cellPolygons(
    { plane, cellM, forEach: (visit) => raster.forEachCell(visit, part) },
    options,
  )
}

/**
 * Outlines around cells that are at least half covered, smoothed to `toleranceM`; specks and holes
 * under `minAreaM2` are left out.
 */
export function cellPolygons(cells: Cells, options: CoverageOptions = {}): CoverageShape {
  const { plane, cellM } = cells
  const toleranceCells = (options.toleranceM ?? 0.8 * cellM) / cellM
  const minCells = (options.minAreaM2 ?? 1) / (cellM * cellM)
  const outlines = cellOutlines(cells)
    .filter((outline) => Math.abs(outline.area) >= minCells)
    .map((outline) => smoothed(outline, toleranceCells))
    .filter((outline) => outline.xy.length >= 8)
  const outers = outlines
    .filter((outline) => outline.area > 0)
    .map((outline) => ({ outline, holes: [] as Outline[] }))
  const boxes = new Map(outers.map(({ outline }) => [outline, computeBox(outline)]))
  for (const hole of outlines) {
    if (hole.area > 0) continue
    const [x, y] = [hole.xy[0]!, hole.xy[1]!]
    // The smallest outline around it: rings of an island in a hole of another outline are inside
    // both
    let around: (typeof outers)[number] | undefined
    for (const outer of outers) {
      if (
        (around === undefined || outer.outline.area < around.outline.area) &&
        outer.outline.area > -hole.area &&
        isIn(boxes.get(outer.outline)!, x, y) &&
        holds(outer.outline.xy, x, y)
      )
        around = outer
    }
    around?.holes.push(hole)
  }
  const ring = ({ xy }: Outline): LngLat[] =>
    Array.from({ length: xy.length / 2 }, (_, i) =>
      plane.fromPlane(xy[2 * i]! * cellM, xy[2 * i + 1]! * cellM),
    )
  return outers.map(({ outline, holes }) => [ring(outline), ...holes.map(ring)])
}

const SPAN = 2 ** 22
const HALF = SPAN / 2
const toKey = (x: number, y: number) => (y + HALF) * SPAN + (x + HALF)

/**
 * Closed outlines of the covered cells in cell coordinates, with the covered side on the left:
 * outer ones have positive area.
 */
function cellOutlines(cells: Cells): Outline[] {
  const covered = new Set<number>()
  cells.forEach((column, row, share) => {
    if (share >= 0.5) covered.add(toKey(column, row))
  })
  // The edges that start at each corner: 1 east, 2 north, 4 west, 8 south
  const leaving = new Map<number, number>()
  const leave = (key: number, direction: number) =>
    leaving.set(key, (leaving.get(key) ?? 0) | direction)
  for (const key of covered) {
    if (!covered.has(key - SPAN)) leave(key, 1)
    if (!covered.has(key + 1)) leave(key + 1, 2)
    if (!covered.has(key + SPAN)) leave(key + SPAN + 1, 4)
    if (!covered.has(key - 1)) leave(key + SPAN, 8)
  }
  const outlines: Outline[] = []
  for (const start of [...leaving.keys()].sort((a, b) => a - b)) {
    while ((leaving.get(start) ?? 0) !== 0) outlines.push(walk(leaving, start))
  }
  return outlines
}

function walk(leaving: Map<number, number>, start: number): Outline {
  const xy: number[] = []
  let area = 0
  let at = start
  let last = 0
  do {
    const ways = leaving.get(at)!
    // Where two outlines touch at a corner the left turn keeps them apart
    const left = last === 8 ? 1 : last << 1
    const way = last !== 0 && (ways & left) !== 0 ? left : ways & -ways
    leaving.set(at, ways & ~way)
    const x = (at % SPAN) - HALF
    const y = Math.floor(at / SPAN) - HALF
    const dx = way === 1 ? 1 : way === 4 ? -1 : 0
    const dy = way === 2 ? 1 : way === 8 ? -1 : 0
    // The midpoints of the edges are closer to a slanting border than the corners, and keep
    // touching outlines apart
    xy.push(x + dx / 2, y + dy / 2)
    area += (x * dy - y * dx) / 2
    at += dy * SPAN + dx
    last = way
  } while (at !== start)
  xy.push(xy[0]!, xy[1]!)
  return { xy: Float64Array.from(xy), area }
}

/** Simplified from two corners far apart, because a closed line has no ends. */
function smoothed({ xy, area }: Outline, tolerance: number): Outline {
  const count = xy.length / 2 - 1
  let far = 0
  let far2 = -1
  for (let i = 0; i < count; i++) {
    const d2 = (xy[2 * i]! - xy[0]!) ** 2 + (xy[2 * i + 1]! - xy[1]!) ** 2
    if (d2 > far2) {
      far2 = d2
      far = i
    }
  }
  const first = simplifiedLine(xy.slice(0, 2 * far + 2), tolerance)
  const second = simplifiedLine(xy.slice(2 * far), tolerance)
  const joined = new Float64Array(first.length + second.length - 2)
  joined.set(first)
  joined.set(second.subarray(2), first.length)
  return { xy: joined, area }
}

type Box = { minX: number; minY: number; maxX: number; maxY: number }

function computeBox({ xy }: Outline): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (let i = 0; i < xy.length; i += 2) {
    box.minX = Math.min(box.minX, xy[i]!)
    box.maxX = Math.max(box.maxX, xy[i]!)
    box.minY = Math.min(box.minY, xy[i + 1]!)
    box.maxY = Math.max(box.maxY, xy[i + 1]!)
  }
  return box
}

function isIn({ minX, minY, maxX, maxY }: Box, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY
}

function holds(xy: Float64Array, x: number, y: number): boolean {
  let inside = false
  for (let i = 2; i < xy.length; i += 2) {
    const y0 = xy[i - 1]!
    const y1 = xy[i + 1]!
    if (y0 > y !== y1 > y && x < xy[i - 2]! + ((y - y0) * (xy[i]! - xy[i - 2]!)) / (y1 - y0))
      inside = !inside
  }
  return inside
}
