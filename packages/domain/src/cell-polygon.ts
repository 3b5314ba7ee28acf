import { FULL, SAMPLES, SAMPLE_X, SAMPLE_Y } from './cell-masks.ts'
import type { LocalPlane } from './lng-lat.ts'
import type { Polygon } from './polygon.ts'

/** Columns [from, to) of a row: all of them inside, or each of them crossed by an edge. */
export type CellRun = { readonly from: number; readonly to: number; readonly isWhole: boolean }

const nothing: readonly CellRun[] = []

/** A polygon in cells of a raster, row by row. */
export class CellPolygon {
  /** x0, y0, x1, y1 an edge. */
  readonly #edges: Float64Array
  /** The edges that cross a row, by their index in `#edges`. */
  readonly #rowEdges = new Map<number, number[]>()
  readonly #runs = new Map<number, readonly CellRun[]>()
  /** Callers query cells row by row, so the runs of the last row are cached. */
  #row = NaN
  #runsOfRow = nothing

  constructor(polygon: Polygon, plane: LocalPlane, cellM: number) {
    const edges: number[] = []
    for (const ring of polygon) {
      for (let i = 0; i < ring.length; i++) {
        const a = ring[i]!
        const b = ring[(i + 1) % ring.length]!
        edges.push(
          plane.toX(a[0]) / cellM,
          plane.toY(a[1]) / cellM,
          plane.toX(b[0]) / cellM,
          plane.toY(b[1]) / cellM,
        )
      }
    }
    this.#edges = Float64Array.from(edges)
    for (let e = 0; e < edges.length; e += 4) {
      const y0 = edges[e + 1]!
      const y1 = edges[e + 3]!
      for (let row = Math.floor(Math.min(y0, y1)); row <= Math.floor(Math.max(y0, y1)); row++) {
        const ofRow = this.#rowEdges.get(row)
        if (ofRow === undefined) this.#rowEdges.set(row, [e])
        else ofRow.push(e)
      }
    }
  }

  /** From left to right, with nothing inside between them. */
  runsAt(row: number): readonly CellRun[] {
    let runs = this.#runs.get(row)
    if (runs === undefined) this.#runs.set(row, (runs = this.#listRuns(row)))
    return runs
  }

  #listRuns(row: number): readonly CellRun[] {
    const ofRow = this.#rowEdges.get(row)
    if (ofRow === undefined) return nothing
    const crossed = ofRow.map((e) => this.#crossedCells(e, row)).sort((a, b) => a.from - b.from)
    const runs: CellRun[] = []
    let { from, to } = crossed[0]!
    for (const next of crossed) {
      if (next.from > to) {
        runs.push({ from, to, isWhole: false })
        // No edge crosses the cells in between, so one point decides for all of them.
        if (this.#contains(ofRow, to + 0.5, row + 0.5))
          runs.push({ from: to, to: next.from, isWhole: true })
        from = next.from
      }
      to = Math.max(to, next.to)
    }
    runs.push({ from, to, isWhole: false })
    return runs
  }

  #crossedCells(e: number, row: number): { from: number; to: number } {
    const x0 = this.#edges[e]!
    const y0 = this.#edges[e + 1]!
    const x1 = this.#edges[e + 2]!
    const y1 = this.#edges[e + 3]!
    const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0)
    const low = Math.max(row, Math.min(y0, y1))
    const high = Math.min(row + 1, Math.max(y0, y1))
    const xa = y1 === y0 ? x0 : x0 + (low - y0) * slope
    const xb = y1 === y0 ? x1 : x0 + (high - y0) * slope
    return { from: Math.floor(Math.min(xa, xb)), to: Math.floor(Math.max(xa, xb)) + 1 }
  }

  #contains(ofRow: readonly number[], x: number, y: number): boolean {
    let inside = false
    const edges = this.#edges
    for (const e of ofRow) {
      const y0 = edges[e + 1]!
      const y1 = edges[e + 3]!
      if (y0 > y !== y1 > y && x < edges[e]! + ((y - y0) * (edges[e + 2]! - edges[e]!)) / (y1 - y0))
        inside = !inside
    }
    return inside
  }

  /** Bits of the samples of a cell that are inside, where an edge crosses it. */
  crossedMask(column: number, row: number): number {
    const ofRow = this.#rowEdges.get(row)!
    let mask = 0
    for (let s = 0; s < SAMPLES; s++)
      if (this.#contains(ofRow, column + SAMPLE_X[s]!, row + SAMPLE_Y[s]!)) mask |= 1 << s
    return mask
  }

  /** Bits of the samples of any cell that are inside. */
  maskAt(column: number, row: number): number {
    if (row !== this.#row) {
      this.#row = row
      this.#runsOfRow = this.runsAt(row)
    }
    const run = findRun(this.#runsOfRow, column)
    if (run === undefined) return 0
    return run.isWhole ? FULL : this.crossedMask(column, row)
  }
}

function findRun(runs: readonly CellRun[], column: number): CellRun | undefined {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (column < run.from) high = middle
    else if (column >= run.to) low = middle + 1
    else return run
  }
  return undefined
}
