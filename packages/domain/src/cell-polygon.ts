import type { LocalPlane } from './lng-lat.ts'
import type { Polygon } from './polygon.ts'

/** A polygon in cells of a raster, asked cell by cell. */
export class CellPolygon {
  /** x0, y0, x1, y1 an edge. */
  readonly #edges: Float64Array
  /** Cells that an edge goes through, by row. */
  readonly #edgeCells = new Map<number, Set<number>>()
  /** Sorted places where the middle line of a row crosses the edges. */
  readonly #crossings = new Map<number, Float64Array<ArrayBuffer>>()
  /** Cells are asked row by row: what belongs to the last one asked is at hand. */
  #row = NaN
  #rowEdgeCells: ReadonlySet<number> | undefined
  #rowCrossings = new Float64Array(0)

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
    for (let e = 0; e < edges.length; e += 4)
      this.#markEdge(edges[e]!, edges[e + 1]!, edges[e + 2]!, edges[e + 3]!)
  }

  #markEdge(x0: number, y0: number, x1: number, y1: number): void {
    const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0)
    for (let row = Math.floor(Math.min(y0, y1)); row <= Math.floor(Math.max(y0, y1)); row++) {
      const low = Math.max(row, Math.min(y0, y1))
      const high = Math.min(row + 1, Math.max(y0, y1))
      const xa = y1 === y0 ? x0 : x0 + (low - y0) * slope
      const xb = y1 === y0 ? x1 : x0 + (high - y0) * slope
      let cells = this.#edgeCells.get(row)
      if (cells === undefined) this.#edgeCells.set(row, (cells = new Set()))
      for (
        let column = Math.floor(Math.min(xa, xb));
        column <= Math.floor(Math.max(xa, xb));
        column++
      )
        cells.add(column)
    }
  }

  /** 1 inside, 0 outside, 0.5 crossed by an edge. */
  cellIn(column: number, row: number): 0 | 0.5 | 1 {
    if (row !== this.#row) this.#goToRow(row)
    if (this.#rowEdgeCells?.has(column) === true) return 0.5
    const crossings = this.#rowCrossings
    let count = 0
    while (count < crossings.length && crossings[count]! < column + 0.5) count++
    return count % 2 === 1 ? 1 : 0
  }

  #goToRow(row: number): void {
    let crossings = this.#crossings.get(row)
    if (crossings === undefined)
      this.#crossings.set(row, (crossings = this.#crossingsAt(row + 0.5)))
    this.#row = row
    this.#rowEdgeCells = this.#edgeCells.get(row)
    this.#rowCrossings = crossings
  }

  #crossingsAt(y: number): Float64Array<ArrayBuffer> {
    const found: number[] = []
    const edges = this.#edges
    for (let e = 0; e < edges.length; e += 4) {
      const y0 = edges[e + 1]!
      const y1 = edges[e + 3]!
      if (y0 > y !== y1 > y)
        found.push(edges[e]! + ((y - y0) * (edges[e + 2]! - edges[e]!)) / (y1 - y0))
    }
    return Float64Array.from(found).sort()
  }

  contains(x: number, y: number): boolean {
    let inside = false
    const edges = this.#edges
    for (let e = 0; e < edges.length; e += 4) {
      const y0 = edges[e + 1]!
      const y1 = edges[e + 3]!
      if (y0 > y !== y1 > y && x < edges[e]! + ((y - y0) * (edges[e + 2]! - edges[e]!)) / (y1 - y0))
        inside = !inside
    }
    return inside
  }
}
