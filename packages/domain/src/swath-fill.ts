import { FULL, SAMPLES, SAMPLE_X, SAMPLE_Y } from './cell-masks.ts'

/**
 * Fills the ground of a swath cell by cell: segments with flat ends, bends filled on the outside,
 * as a boom covers them. 32 samples per cell place the edges. The subclass decides what a covered
 * cell means.
 */
export abstract class SwathFill {
  readonly cellM: number
  // A convex polygon being filled, in cells, and its edges as a·x + b·y + c >= 0 inside
  readonly #x = new Float64Array(32)
  readonly #y = new Float64Array(32)
  readonly #a = new Float64Array(32)
  readonly #b = new Float64Array(32)
  readonly #c = new Float64Array(32)
  #corners = 0

  constructor(cellM: number) {
    this.cellM = cellM
  }

  /** `mask`: the samples of the cell that are inside what is being filled. */
  protected abstract cover(column: number, row: number, mask: number): void

  /** From `fromM` to `toM` metres along the direction (ux, uy) from (x, y), metres of the plane. */
  protected fillStretch(
    x: number,
    y: number,
    ux: number,
    uy: number,
    fromM: number,
    toM: number,
    half: number,
  ): void {
    this.#corners = 0
    this.#corner(x + ux * fromM + uy * half, y + uy * fromM - ux * half)
    this.#corner(x + ux * toM + uy * half, y + uy * toM - ux * half)
    this.#corner(x + ux * toM - uy * half, y + uy * toM + ux * half)
    this.#corner(x + ux * fromM - uy * half, y + uy * fromM + ux * half)
    this.#fillCorners()
  }

  #corner(xM: number, yM: number): void {
    this.#x[this.#corners] = xM / this.cellM
    this.#y[this.#corners++] = yM / this.cellM
  }

  /** The wedge on the outside of a bend, between the ends of two segments. */
  protected fillBend(
    x: number,
    y: number,
    ux: number,
    uy: number,
    vx: number,
    vy: number,
    half: number,
  ): void {
    const turn = Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
    // Under 1 mm at the outer edge
    if (Math.abs(turn) * half < 0.001) return
    const outside = turn > 0 ? -1 : 1
    const from = Math.atan2(outside * ux, outside * -uy)
    const steps = Math.max(1, Math.ceil(Math.abs(turn) / 0.15))
    this.#corners = 0
    this.#corner(x, y)
    for (let i = 0; i <= steps; i++) {
      // Counter-clockwise for either direction of the bend
      const angle = from + (turn * (turn > 0 ? i : steps - i)) / steps
      this.#corner(x + Math.cos(angle) * half, y + Math.sin(angle) * half)
    }
    this.#fillCorners()
  }

  /** Covers the convex, counter-clockwise polygon of the corners. */
  #fillCorners(): void {
    const n = this.#corners
    let minY = Infinity
    let maxY = -Infinity
    for (let i = 0; i < n; i++) {
      const j = i + 1 === n ? 0 : i + 1
      const dx = this.#x[j]! - this.#x[i]!
      const dy = this.#y[j]! - this.#y[i]!
      this.#a[i] = -dy
      this.#b[i] = dx
      this.#c[i] = dy * this.#x[i]! - dx * this.#y[i]!
      minY = Math.min(minY, this.#y[i]!)
      maxY = Math.max(maxY, this.#y[i]!)
    }
    for (let row = Math.floor(minY); row <= Math.floor(maxY); row++) this.#fillRow(row, n)
  }

  #fillRow(row: number, n: number): void {
    // Left and right ends of the polygon on the row's lower and upper line, and over the whole row
    let left = Infinity
    let right = -Infinity
    let lowLeft = Infinity
    let lowRight = -Infinity
    let highLeft = Infinity
    let highRight = -Infinity
    for (let i = 0; i < n; i++) {
      const j = i + 1 === n ? 0 : i + 1
      const x0 = this.#x[i]!
      const y0 = this.#y[i]!
      const x1 = this.#x[j]!
      const y1 = this.#y[j]!
      if (y0 >= row && y0 <= row + 1) {
        left = Math.min(left, x0)
        right = Math.max(right, x0)
      }
      if (y0 === y1) continue
      const slope = (x1 - x0) / (y1 - y0)
      if (y0 < row !== y1 < row) {
        const x = x0 + (row - y0) * slope
        lowLeft = Math.min(lowLeft, x)
        lowRight = Math.max(lowRight, x)
      }
      if (y0 < row + 1 !== y1 < row + 1) {
        const x = x0 + (row + 1 - y0) * slope
        highLeft = Math.min(highLeft, x)
        highRight = Math.max(highRight, x)
      }
    }
    left = Math.min(left, lowLeft, highLeft)
    right = Math.max(right, lowRight, highRight)
    if (!(left <= right)) return
    // Cells of which all four corners are inside
    const fullFrom = Math.ceil(Math.max(lowLeft, highLeft))
    const fullTo = Math.floor(Math.min(lowRight, highRight))
    const last = Math.floor(right)
    for (let column = Math.floor(left); column <= last; column++) {
      const mask = column >= fullFrom && column < fullTo ? FULL : this.#mask(column, row, n)
      if (mask !== 0) this.cover(column, row, mask)
    }
  }

  /** Bits of the samples of one cell that are inside the polygon. */
  #mask(column: number, row: number, n: number): number {
    let mask = FULL
    for (let i = 0; i < n; i++) {
      const a = this.#a[i]!
      const b = this.#b[i]!
      const at = a * column + b * row + this.#c[i]!
      if (at + (a < 0 ? a : 0) + (b < 0 ? b : 0) >= 0) continue
      if (at + (a > 0 ? a : 0) + (b > 0 ? b : 0) < 0) return 0
      let inside = 0
      // Without a branch, which a processor would mispredict: half of the time
      for (let s = 0; s < SAMPLES; s++)
        inside |= Number(at + a * SAMPLE_X[s]! + b * SAMPLE_Y[s]! >= 0) << s
      mask &= inside
    }
    return mask >>> 0
  }
}
